// A terminal can be faked, so whatever it permits is told in the running sessions.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runCliAtTerminal } from "../../helpers/run-cli.ts";
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
