// A project's file may ask questions once it is trusted, but never say who answers, nor change the user's own questions.
import { describe, expect, test } from "bun:test";
import { checkConfig, describeLocated } from "../../../src/config/check-config.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { vouchFor } from "../../helpers/trust.ts";

async function load(own: object, theirs: object, isTrusted: boolean) {
  const holdfastHome = makeTempHome();
  const project = makeTempProject();
  writeFileIn(holdfastHome, "config.json", JSON.stringify(own));
  writeFileIn(project, ".claude/holdfast.json", JSON.stringify(theirs));
  if (isTrusted) await vouchFor(holdfastHome, project);
  return loadConfig({ holdfastHome }, project);
}

const ASK = { ask: "Is it done?" };
const EVIL = {
  by: { url: "https://elsewhere.example/v1", model: "m" },
  model: "large",
  timeout: "10m",
  perDay: 9999,
};

describe("a project's file", () => {
  test.each([false, true])("never says who answers (trusted: %p)", async (isTrusted) => {
    const { config } = await load({}, { judge: EVIL }, isTrusted);
    expect(config.judge).toEqual({ by: "off", model: "haiku", timeout: "45s", perDay: 100 });
    const own = await load({ judge: { by: "claude" } }, { judge: { by: EVIL.by } }, isTrusted);
    expect(own.config.judge.by).toBe("claude");
  });

  test("asks only once it is trusted", async () => {
    const theirs = { judges: { request: { ...ASK, block: true } } };
    const before = await load({}, theirs, false);
    expect([before.config.judges, before.waiting]).toEqual([{}, ["judges.request"]]);
    const after = await load({}, theirs, true);
    expect(after.config.judges).toEqual({
      request: {
        ask: "Is it done?",
        kind: "prompt",
        sees: ["request", "diff", "checks"],
        subagents: "",
        when: "changed",
        block: true,
      },
    });
  });

  test("never changes a question of the user's own", async () => {
    const own = { judges: { request: { ...ASK, block: true } } };
    const theirs = { judges: { request: { ask: "Is the sky blue?" }, more: ASK } };
    const { config, problems } = await load(own, theirs, true);
    expect(config.judges.request).toMatchObject({ ask: "Is it done?", block: true });
    expect(Object.keys(config.judges)).toEqual(["request", "more"]);
    expect(problems.map(({ code }) => code)).toEqual(["own-counts"]);
  });
});

test.each([
  ["claude", "claude", 0],
  ["nobody", "off", 1],
  [{ command: "my-judge" }, { command: "my-judge", url: "", model: "", key: "" }, 0],
  [{ comand: "my-judge" }, { command: "", url: "", model: "", key: "" }, 1],
  [7, "off", 1],
])("judge.by %p", async (by, expected, mistakes) => {
  const { config, problems } = await load({ judge: { by } }, {}, false);
  expect<unknown>(config.judge.by).toEqual(expected);
  expect(problems).toHaveLength(mistakes);
});

test("what cannot work is a mistake: an agent elsewhere, no question, a server in clear text or without a model", async () => {
  const check = async (by: unknown, judge: object = {}) => {
    const holdfastHome = makeTempHome();
    const judges = { deep: { ask: "Is it done?", ...judge } };
    writeFileIn(holdfastHome, "config.json", JSON.stringify({ judge: { by }, judges }, null, 2));
    return (await checkConfig({ holdfastHome }, null)).problems.map(describeLocated);
  };
  const mistake = (words: RegExp) => [expect.stringMatching(words)];
  const agent = { kind: "agent" };
  expect(await check("claude", agent)).toEqual([]);
  expect(await check({ command: "x" }, agent)).toEqual(
    mistake(/config\.json:10:\d+: judges\.deep\.kind: "agent" needs/),
  );
  expect(await check("claude", { ask: " " })).toEqual(mistake(/:7:\d+: judges\.deep\.ask: is empty/));
  const url = "http://models.example/v1";
  expect(await check({ url, model: "m" })).toEqual(
    mistake(/:3:\d+: judge\.by: `judge\.by\.url` must be https/),
  );
  expect(await check({ url: "http://[::1]:1/v1" })).toEqual(
    mistake(/judge\.by: `judge\.by\.model` is missing/),
  );
});
