// Trust, pauses and gates that were changed without our commands: reported to the person once, at a stop or a start.
import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { pausePath, trustPath, userConfigPath } from "../../../../src/config/environment.ts";
import { readTrust } from "../../../../src/config/trust.ts";
import type { Answer } from "../../../../src/protocol/hook-event.ts";
import { runCli } from "../../../helpers/run-cli.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import { vouchFor } from "../../../helpers/trust.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

const CONFIG = ".claude/holdfast.json";
const STAGES = JSON.stringify({ quality: { stages: { one: [{ run: "true", paths: ["none/**"] }] } } });
const start = (place: Workplace, fields: object = {}) =>
  place.send({ hook_event_name: "SessionStart", source: "startup", ...fields });

/** Without what waits for trust, which a start reports too. */
function told(answer: Answer): string[] {
  const text = "message" in answer ? (answer.message ?? "") : "";
  return text.split("\n").filter((line) => /but not (?:by|with)|was lowered|sends more|is gone/.test(line));
}

async function makeStarted(files: Record<string, string> = {}, isTrusted = true): Promise<Workplace> {
  const place = await makeWorkplace(files, isTrusted);
  expect(told(await start(place))).toEqual([]);
  return place;
}

/** Like any program that runs as the user. */
async function forgeGrant({ env, project }: Workplace, name = project, fields: object = {}): Promise<void> {
  const { files } = await readTrust(env, project);
  const hashes = Object.fromEntries(files.map((file) => [file.name, file.content?.sha256]));
  const grant = { grantedAt: "2020-01-01T00:00:00Z", files: { ...hashes, ...fields } };
  writeFileSync(trustPath(env), JSON.stringify({ projects: { [name]: grant } }));
}

const forgePause = ({ env }: Workplace, pauses: unknown) =>
  writeFileSync(pausePath(env), JSON.stringify(pauses));
const PAUSE = { scope: "all", target: "", since: 1, until: null, by: "user" };

describe("a grant of trust", () => {
  test("that was written by hand is reported at the next stop, once, with the way to undo it", async () => {
    const place = await makeStarted({ [CONFIG]: STAGES }, false);
    await forgeGrant(place);
    const [line, ...others] = told(await place.stop());
    expect(line).toContain(`holdfast trust --revoke --project '${place.project}'`);
    expect(others).toEqual([]);
    expect(told(await place.stop())).toEqual([]);
    expect(told(await start(place, { session_id: "s2" }))).toEqual([]);
    expect(await place.faultParts()).toEqual([]);
  });

  test("is reported at the start of the next session if no stop came in between", async () => {
    const place = await makeStarted({ [CONFIG]: STAGES }, false);
    await forgeGrant(place);
    expect(told(await start(place, { session_id: "s2" }))).toHaveLength(1);
  });

  test("that adds to a person's own is reported", async () => {
    const place = await makeStarted({ [CONFIG]: STAGES });
    await forgeGrant(place, place.project, { "other/.claude/holdfast.json": "0".repeat(64) });
    expect(told(await place.stop())).toHaveLength(1);
  });

  test("by a person at a terminal is not reported, before the first session or during one", async () => {
    const place = await makeStarted({ [CONFIG]: STAGES });
    writeFileIn(place.project, CONFIG, STAGES.replace(/}$/, ',"claims":"advise"}'));
    await vouchFor(place.env.holdfastHome, place.project);
    expect(told(await place.stop())).toEqual([]);
  });

  test("that comes back after it was revoked is reported again", async () => {
    const place = await makeStarted({ [CONFIG]: STAGES }, false);
    await forgeGrant(place);
    await place.stop();
    const { text } = await runCli(place.env, place.project, "trust", "--revoke", "--project", place.project);
    expect(text).toContain("revoked");
    expect(told(await place.stop())).toEqual([]);
    await forgeGrant(place);
    expect(told(await place.stop())).toHaveLength(1);
  });

  test.each([
    ["garbage", "\u0000{{{"],
    ["another shape", '{"projects": [1, null, {"files": 3}]}'],
    ["nothing", ""],
  ])("that is only %s grants nothing and fails nothing", async (_name, text) => {
    const place = await makeStarted();
    writeFileSync(trustPath(place.env), text);
    expect(told(await place.stop())).toEqual([]);
    expect(await place.faultParts()).toEqual([]);
  });

  test("in a thousand files with hostile names is reported in a few short lines", async () => {
    const place = await makeStarted();
    const projects = Array.from({ length: 1000 }, (_, n) => [
      `/p${n}\u001b[2J\n'; rm -rf ~ #${"x".repeat(500)}`,
      { files: { a: "b" } },
    ]);
    writeFileSync(trustPath(place.env), JSON.stringify({ projects: Object.fromEntries(projects) }));
    const answer = await place.stop();
    const message = answer.kind === "tell" ? answer.message : "";
    expect(message).not.toContain("\u001b");
    expect(message.split("\n")).toHaveLength(4);
    expect(message).toContain("997 more");
    expect(message.length).toBeLessThan(3500);
  });
});

describe("a pause", () => {
  test("that was written by hand is reported once, with the way to end it", async () => {
    const place = await makeStarted();
    forgePause(place, [PAUSE]);
    expect(told(await place.stop())).toEqual([expect.stringContaining("holdfast resume")]);
    expect(told(await place.stop())).toEqual([]);
  });

  test.each([
    ["of another project", [{ ...PAUSE, scope: "project", target: "/elsewhere" }]],
    ["that has ended", [{ ...PAUSE, until: 2 }]],
    ["of an unknown shape", [{ scope: "moon" }, null, 7]],
  ])("%s is not reported", async (_name, pauses) => {
    const place = await makeStarted();
    forgePause(place, pauses);
    expect(told(await place.stop())).toEqual([]);
    expect(await place.faultParts()).toEqual([]);
  });

  test("by the command is not reported as a bypass", async () => {
    const place = await makeStarted();
    expect((await runCli(place.env, place.project, "pause")).exitCode).toBe(0);
    expect(told(await place.stop())).toEqual([]);
  });
});

describe("a gate", () => {
  const OFF = JSON.stringify({ gates: { lock: { enabled: false } } });

  test.each<[string, (place: Workplace) => string]>([
    ["the project's file", ({ project }) => `${project}/${CONFIG}`],
    ["the user's own", ({ env }) => userConfigPath(env)],
  ])("that %s switches off during the session is reported once, with that file", async (_name, fileOf) => {
    const place = await makeStarted();
    mkdirSync(`${place.project}/.claude`, { recursive: true });
    writeFileSync(fileOf(place), OFF);
    const lines = told(await place.stop());
    expect(lines).toEqual([expect.stringContaining("gates.lock.enabled was lowered from true to false")]);
    expect(lines[0]).toContain(fileOf(place));
    expect(told(await place.stop())).toEqual([]);
    rmSync(fileOf(place));
    expect(told(await place.stop())).toEqual([]);
    writeFileSync(fileOf(place), OFF);
    expect(told(await place.stop())).toHaveLength(1);
  });

  test("whose checks are removed counts as switched off", async () => {
    const place = await makeStarted({ [CONFIG]: STAGES });
    rmSync(`${place.project}/${CONFIG}`);
    expect(told(await place.stop())).toEqual([expect.stringContaining("quality.stages.one was lowered")]);
  });

  test("that is off from the start, or is switched on, is not reported", async () => {
    const place = await makeStarted({ [CONFIG]: OFF });
    expect(told(await place.stop())).toEqual([]);
    writeFileIn(place.project, CONFIG, "{}");
    expect(told(await place.stop())).toEqual([]);
  });

  test("switched off between a stop and the resumed session is reported at its start", async () => {
    const place = await makeStarted();
    writeFileIn(place.project, CONFIG, OFF);
    expect(told(await start(place, { source: "resume" }))).toHaveLength(1);
    expect(told(await place.stop())).toEqual([]);
  });
});

test("two simultaneous stops both report it, and neither fails", async () => {
  const place = await makeStarted();
  await forgeGrant(place, "/forged", { a: "b" });
  const answers = await Promise.all([place.stop(), place.stop()]);
  expect(answers.flatMap(told).length).toBeGreaterThan(0);
  expect(await place.faultParts()).toEqual([]);
});

test("a damaged fingerprint, or an invalid list of known grants, at worst repeats a report", async () => {
  const place = await makeStarted();
  place.store.run("UPDATE sessions SET guard_fingerprint = 'x'");
  place.store.run("UPDATE meta SET value = '  \u0001 ' WHERE key LIKE 'known_%'");
  await forgeGrant(place, "/forged", { a: "b" });
  expect(told(await place.stop()).some((line) => line.includes("/forged"))).toBe(true);
  expect(told(await place.stop())).toEqual([]);
  expect(await place.faultParts()).toEqual([]);
});

describe("a setting of the user's own file that shows or sends more", () => {
  test.each<[string, object, string]>([
    [
      "other projects",
      { recall: { otherProjects: true } },
      "recall.otherProjects was changed from false to true",
    ],
    [
      "a remote",
      { sync: { url: "https://me:hunter2secret@evil.example/x" } },
      "sync.url was changed from nothing to https",
    ],
    ["session summaries", { sync: { sessions: true } }, "sync.sessions was changed from false to true"],
    [
      "another judge",
      { judge: { by: { url: "https://evil.example", model: "m" } } },
      "judge.by was changed from off to",
    ],
    ["a model that is told of sessions", { memory: { model: true } }, "memory.model was changed"],
    ["a program for messages", { notify: { command: ["evil"] } }, "notify.command was changed"],
  ])("is reported, once: %s", async (_name, config, expected) => {
    const place = await makeStarted();
    writeFileSync(userConfigPath(place.env), JSON.stringify(config));
    const lines = told(await place.stop());
    expect(lines).toEqual([expect.stringContaining(expected)]);
    expect(lines.join()).not.toContain("hunter2secret");
    expect(told(await place.stop())).toEqual([]);
    rmSync(userConfigPath(place.env));
    expect(told(await place.stop()).filter((line) => line.includes("sends more"))).toEqual([]);
  });

  test("so are exclusions that are removed", async () => {
    const place = await makeStarted();
    const exclude = { tools: [], paths: ["private/**"] };
    writeFileSync(userConfigPath(place.env), JSON.stringify({ capture: { exclude } }));
    expect(told(await place.stop())).toEqual([]);
    rmSync(userConfigPath(place.env));
    expect(told(await place.stop())).toEqual([expect.stringContaining("capture.exclude.paths was lowered")]);
  });
});
