// A terminal can be faked, so whatever it permits is told in the running sessions.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Answer } from "../../../src/protocol/hook-event.ts";
import { runCli, runCliAtTerminal } from "../../helpers/run-cli.ts";
import { makeWorkplace } from "../../helpers/workplace.ts";

const COMMANDS = resolve(import.meta.dir, "../../../src/cli/commands");
/** It makes a lock hold, which its stops say. */
const HOLDS_MORE = ["goals/lock.ts"];

const files = [...new Bun.Glob("**/*.ts").scanSync(COMMANDS)].map((path) => ({
  path,
  text: readFileSync(`${COMMANDS}/${path}`, "utf8"),
}));

test("each command that asks for a sign of the person reports what it did", () => {
  const asking = files.filter(({ text }) => /\b(?:requireSignOfPerson|isByPerson)\(/.test(text));
  expect(asking.length).toBeGreaterThan(8);
  const silent = asking.filter(({ text }) => !/\breport(?:PersonsWord|Loosening|Change|End)\(/.test(text));
  expect(silent.map(({ path }) => path).filter((path) => !HOLDS_MORE.includes(path))).toEqual([]);
});

test("checks that were run by hand at a terminal, and count for stops, are told", async () => {
  const place = await makeWorkplace({
    ".claude/holdfast.json": JSON.stringify({ quality: { stages: { one: [{ run: "true" }] } } }),
  });
  await place.send({ hook_event_name: "SessionStart", source: "startup" });
  const env = { ...place.env, insideAgent: false, sessionId: null };
  expect(await runCliAtTerminal(env, place.project, "gate", "run")).toMatchObject({ exitCode: 0 });
  const answer = await place.stop();
  expect("message" in answer ? answer.message : "").toMatch(/were run by hand, .* at a terminal/);
});

describe("a command of Claude's that loosens by putting something in its place", () => {
  const ACTS: [string[], string[], RegExp][] = [
    [
      ["lock", "the goal"],
      ["lock", "tiny", "--max", "1", "--ttl", "1m"],
      /the lock was replaced .*it was "the goal"\..*at most 1 round,/,
    ],
    [["lock"], ["lock", "tiny", "--max", "1"], /the lock was replaced .*at most 1 round,/],
    [
      ["loop", "start", "port it", "--verify", "false"],
      ["resume", "loop", "--max-iterations", "2"],
      /the loop was limited to 2 rounds instead of 25 .*"port it"/,
    ],
    [
      ["loop", "start", "port it", "--verify", "false"],
      ["resume", "loop", "--from", "s1", "--session", "s2"],
      /the loop of session s1 was moved to session s2 .*"port it"/,
    ],
  ];

  async function open(config: object = {}) {
    const place = await makeWorkplace({ ".claude/holdfast.json": JSON.stringify(config) });
    await place.send({ hook_event_name: "SessionStart", source: "startup", session_id: "s2" });
    await place.send({ hook_event_name: "SessionStart", source: "startup" });
    const claude = { ...place.env, insideAgent: true, sessionId: "s1" };
    return { ...place, claude, person: { ...claude, insideAgent: false, fromDashboard: true } };
  }

  const told = (answer: Answer) => ("message" in answer ? (answer.message ?? "") : "");

  test.each(ACTS)("is told: %p, then %p", async (first, second, message) => {
    const { person, claude, project, stop } = await open();
    await runCli(person, project, ...first);
    expect(told(await stop())).not.toMatch(message);
    expect(await runCli(claude, project, ...second)).toMatchObject({ exitCode: 0 });
    expect(told(await stop())).toMatch(message);
  });

  test.each(ACTS)("is refused with selfRelease: false: %p, then %p", async (first, second) => {
    const { person, claude, project } = await open({ selfRelease: false });
    await runCli(person, project, ...first);
    expect((await runCli(claude, project, ...second)).text).toContain("selfRelease: false");
  });

  test("is told, if it is a process that no agent started and takes back trust", async () => {
    const stages = { one: [{ run: "false" }] };
    const { claude, project, stop } = await open({ quality: { stages } });
    const detached = { ...claude, insideAgent: false, sessionId: null };
    expect((await runCli(detached, project, "trust", "--revoke")).text).toContain("Trust revoked");
    expect(told(await stop())).toMatch(
      /trust in the commands of .* was revoked.*`holdfast trust` gives it again/,
    );
  });
});
