import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { databasePath, readEnvironment, worktreeRecordDir } from "../../../src/config/environment.ts";
import { findJudgeProblem } from "../../../src/config/judge-problem.ts";
import type { Config } from "../../../src/config/schema.ts";
import { askJudge, type JudgeQuestion } from "../../../src/judge/ask-judge.ts";
import { forgetRows } from "../../../src/store/forget.ts";
import { type JudgeCall, lastFailure, readMeter } from "../../../src/store/judge-calls.ts";
import { pruneStore } from "../../../src/upkeep/prune-store.ts";
import {
  judgeAnswer,
  judgeSettings,
  makeAnsweringJudge,
  makeJudgeCommand,
  startJudgeServer,
} from "../../helpers/judges.ts";
import { openNewStore } from "../../helpers/new-store.ts";
import { isRunning } from "../../helpers/processes.ts";
import { makeTempHome } from "../../helpers/temp.ts";

const QUOTE = "the second page";
const QUESTION: JudgeQuestion = {
  judge: "request",
  ask: "Was everything asked for done?",
  parts: [{ name: "request", text: `Write ${QUOTE}, please.` }],
  sessionId: "s1",
  projectDir: "/p",
};
const YES = judgeAnswer(true, "It is written.", QUOTE);
const NO = judgeAnswer(false, "It is missing.", QUOTE);

async function makeContext(settings: Config["judge"]) {
  const HOME = makeTempHome();
  const env = readEnvironment({ HOME, PATH: process.env.PATH });
  const store = await openNewStore(databasePath(env));
  const context = { env, store, settings };
  return {
    ...context,
    ask: (change: Partial<JudgeQuestion> = {}, more: Partial<Parameters<typeof askJudge>[0]> = {}) =>
      askJudge({ ...context, ...more }, { ...QUESTION, ...change }),
    rows: () => store.query("SELECT * FROM judge_calls ORDER BY id").all() as JudgeCall[],
  };
}

const byCommand = (command: string, timeout = "20s") => ({ ...judgeSettings({ command }), timeout });

describe("a command as judge", () => {
  test("is asked in an empty folder of its own, and its answer is stored and counted", async () => {
    const judge = makeJudgeCommand(
      `pwd > "$here/where"; ls -A > "$here/there"; stat -c %a .. > "$here/mode"; echo '${NO}'`,
    );
    const { ask, rows, store, env } = await makeContext(byCommand(judge.command));
    expect(await ask()).toMatchObject({
      kind: "answered",
      ok: false,
      reason: "It is missing.",
      evidence: [QUOTE],
    });
    expect(judge.prompt()).toContain("Question: Was everything asked for done?");
    expect(await Bun.file(`${judge.folder}/there`).text()).toBe("");
    const where = (await Bun.file(`${judge.folder}/where`).text()).trim();
    expect(where.startsWith(`${env.tempDir}/`)).toBe(true);
    expect([await Bun.file(`${judge.folder}/mode`).text(), existsSync(where)]).toEqual(["700\n", false]);
    expect(rows()).toMatchObject([
      { judge: "request", outcome: "no", calls: 1, by: expect.stringContaining(judge.command.slice(0, 20)) },
    ]);
    expect(readMeter(store, 0)).toMatchObject({ calls: 1, failed: 0 });
  });

  test("is asked once about the same evidence, and again about other", async () => {
    const judge = makeAnsweringJudge(NO, YES);
    const { ask } = await makeContext(byCommand(judge.command));
    const message = (text: string) => [...QUESTION.parts, { name: "message", text }];
    const change = { parts: message("Done."), besides: ["message"] };
    const first = await ask(change);
    expect(first).toMatchObject({ ok: false });
    expect(await ask({ ...change, parts: message("Really done.") })).toEqual(first);
    expect(judge.calls()).toBe(1);
    expect(await ask({ ask: "Is it good?" })).toMatchObject({ ok: true });
    expect(await ask({ sessionId: "s2" })).toMatchObject({ ok: true });
    expect(judge.calls()).toBe(3);
  });

  test("is told what was wrong with its answer, once", async () => {
    const judge = makeAnsweringJudge("Looks fine to me.", YES);
    const { ask, rows } = await makeContext(byCommand(judge.command));
    expect(await ask()).toMatchObject({ kind: "answered", ok: true });
    expect(judge.prompt()).toContain("could not be used: it had no JSON object");
    expect(rows()).toMatchObject([{ outcome: "yes", calls: 2 }]);
  });

  test.each([
    ["prose twice", `echo 'Looks fine to me.'`, "it had no JSON object"],
    ["nothing", "true", "it was empty"],
    [
      "made-up quotes",
      `echo '${judgeAnswer(true, "All good.", "All 212 tests pass")}'`,
      "its evidence is not in the data",
    ],
    ["an exit code", "echo no model >&2; exit 3", "exit code 3: no model"],
  ])("with %s fails, and the failure is stored as that", async (_, body, why) => {
    const judge = makeJudgeCommand(body);
    const { ask, rows } = await makeContext(byCommand(judge.command));
    expect(await ask()).toEqual({ kind: "failed", why: expect.stringContaining(why) });
    expect(judge.calls()).toBe(2);
    expect(rows()).toMatchObject([{ outcome: "failed", evidence: "[]" }]);
    // Not cached.
    await ask();
    expect(judge.calls()).toBe(4);
  });

  test("is ended with everything it started when it takes too long", async () => {
    const judge = makeJudgeCommand(`echo $$ > "$here/pid"; sleep 60 & echo $! >> "$here/pid"; wait`);
    const { ask, env } = await makeContext(byCommand(judge.command, "1s"));
    expect(await ask()).toEqual({ kind: "failed", why: "it took longer than 1s" });
    const pids = (await Bun.file(`${judge.folder}/pid`).text()).trim().split("\n");
    expect(pids.map(isRunning)).toEqual([false, false]);
    expect(judge.calls()).toBe(1);
    expect(readdirSync(worktreeRecordDir(env))).toEqual([]);
  });

  test("is ended when nobody waits for the answer any more, which is no failure", async () => {
    const judge = makeJudgeCommand("sleep 60");
    const { ask, rows, store } = await makeContext(byCommand(judge.command));
    const signal = AbortSignal.timeout(300);
    expect(await ask({}, { signal })).toEqual({ kind: "not-asked", why: "superseded" });
    expect(rows()).toMatchObject([{ outcome: "superseded", reason: "a newer turn began" }]);
    expect([lastFailure(store, 0), readMeter(store, 0).failed]).toEqual([null, 0]);
  });

  test("is not asked more often in a day than allowed, a repeated request included", async () => {
    const judge = makeAnsweringJudge("prose", YES);
    const { ask } = await makeContext({ ...byCommand(judge.command), perDay: 2 });
    expect(await ask()).toMatchObject({ kind: "answered" });
    expect(await ask({ ask: "And this?" })).toEqual({ kind: "not-asked", why: "limit" });
    // What is known costs nothing.
    expect(await ask()).toMatchObject({ kind: "answered", ok: true });
    expect(judge.calls()).toBe(2);
  });

  test("is not asked again about an unusable answer when that would be one call too many", async () => {
    const judge = makeAnsweringJudge("prose", YES);
    const { ask, rows } = await makeContext({ ...byCommand(judge.command), perDay: 1 });
    expect(await ask()).toEqual({ kind: "failed", why: expect.stringContaining("no JSON object") });
    expect([judge.calls(), rows()[0]?.calls]).toEqual([1, 1]);
  });

  test("cannot have a secret stored, nor move the cursor of a terminal", async () => {
    const secret = `gh${"p_"}${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const judge = makeAnsweringJudge(judgeAnswer(false, `The key ${secret} is\u001b[2J in it.`, QUOTE));
    const { ask, rows } = await makeContext(byCommand(judge.command));
    const answer = await ask();
    for (const text of [JSON.stringify(answer), JSON.stringify(rows())]) {
      expect(text).not.toContain(secret);
      expect(text).toContain("\\\\u{1b}[2J");
    }
  });
});

test("what a judge saw and said is forgotten with its session, and pruned by age", async () => {
  const { ask, rows, store } = await makeContext(byCommand(makeAnsweringJudge(YES).command));
  await ask();
  await ask({ sessionId: "s2" });
  forgetRows(store, { sessions: ["s1"] });
  expect(rows().map(({ session_id }) => session_id)).toEqual(["s2"]);
  forgetRows(store, { text: QUOTE });
  expect(rows()).toEqual([]);
  await ask();
  await pruneStore(store, defaultConfig(), Date.now() + 31 * 24 * 3_600_000);
  expect(rows()).toEqual([]);
});

describe("a server as judge", () => {
  const bySever = (url: string, more = {}) => ({
    ...judgeSettings({ url, model: "small", ...more }),
    timeout: "5s",
  });

  test("gets the prompt in its own format, and the key only from the variable", async () => {
    const server = startJudgeServer(() => ({ text: YES }));
    process.env.JUDGE_TEST_KEY = "s3cret";
    const { ask, rows } = await makeContext(bySever(server.url, { key: "JUDGE_TEST_KEY" }));
    expect(await ask()).toMatchObject({ kind: "answered", ok: true });
    const [request] = server.requests;
    expect(request).toMatchObject({
      path: "/v1/chat/completions",
      authorization: "Bearer s3cret",
      body: { model: "small", stream: false, messages: [{ role: "system" }, { role: "user" }] },
    });
    expect(rows()).toMatchObject([{ tokens: 321, by: expect.stringMatching(/^small at 127\.0\.0\.1:\d+$/) }]);
    delete process.env.JUDGE_TEST_KEY;
    expect(await ask({ ask: "Again?" })).toEqual({
      kind: "failed",
      why: "the variable JUDGE_TEST_KEY is not set",
    });
  });

  test("on this machine is asked directly, even if there is a proxy", async () => {
    const server = startJudgeServer(() => ({ text: YES }));
    const proxy = startJudgeServer(() => ({ text: NO }));
    const names = ["HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"];
    const before = names.map((name) => process.env[name]);
    Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, no_proxy: "models.example" });
    const { ask } = await makeContext(bySever(server.url));
    expect(await ask()).toMatchObject({ kind: "answered", ok: true });
    expect([server.requests.length, proxy.requests.length]).toEqual([1, 0]);
    expect([process.env.NO_PROXY, process.env.no_proxy]).toEqual([undefined, "models.example"]);
    for (const [n, name] of names.entries())
      if (before[n] === undefined) delete process.env[name];
      else process.env[name] = before[n];
  });

  test("may fail once", async () => {
    const server = startJudgeServer((n) => (n === 1 ? { status: 500, text: "overloaded" } : { text: YES }));
    const { ask } = await makeContext(bySever(server.url));
    expect(await ask()).toMatchObject({ kind: "answered", ok: true });
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain("could not be used");
  });

  test.each([
    ["that fails twice", () => ({ status: 500, text: "overloaded" }), "500: overloaded", 2],
    ["without the model", () => ({ status: 404 }), "judge.by.model", 1],
    ["that redirects", () => ({ status: 302, headers: { location: "http://127.0.0.1:9/" } }), "redirects", 1],
    ["that is too slow", () => ({ delayMs: 3000 }), "took longer than 1s", 1],
  ] as const)("%s has not answered", async (_, reply, why, requests) => {
    const server = startJudgeServer(reply);
    const { ask } = await makeContext({ ...bySever(server.url), timeout: "1s" });
    expect(await ask()).toEqual({ kind: "failed", why: expect.stringContaining(why) });
    expect(server.requests).toHaveLength(requests);
  });

  test.each([
    ["http://models.example/v1", "must be https"],
    ["http://127.0.0.1.example/v1", "must be https"],
    ["http://localhost@models.example/v1", "must be https"],
    ["ftp://127.0.0.1/v1", "must be https"],
    ["nonsense", "must be https"],
    ["https://models.example/v1", null],
    ["http://localhost:11434/v1", null],
    ["http://[::1]:8080/v1", null],
  ])("at %s", async (url, problem) => {
    const settings = bySever(url);
    const found = findJudgeProblem(settings);
    if (problem === null) return expect(found).toBeNull();
    expect(found).toContain(problem);
    const { ask } = await makeContext(settings);
    expect(await ask()).toMatchObject({ kind: "failed", why: expect.stringContaining("neither https nor") });
  });
});
