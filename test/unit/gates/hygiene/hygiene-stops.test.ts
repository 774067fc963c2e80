// The hygiene gate through the pipeline: whom leftovers hold, what is said about them, and that they are searched once.
import { describe, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { makeRepo } from "../../worktree/repo.ts";
import { makeSession } from "../engine/checked-session.ts";

const STOP = { hook_event_name: "Stop", last_assistant_message: "Done." };
const TASK = { hook_event_name: "TaskCompleted", task_id: "1", task_subject: "a" };
const IDLE = { hook_event_name: "TeammateIdle", teammate_name: "t" };
const DEBUGGER = "debugger;\n";
const TODO = "// TODO more\n";

async function makeHygieneSession(hygiene: object = {}, files: Record<string, string> = {}) {
  const session = await makeSession(makeRepo({ "README.md": "A.\n", ...files }).dir, {}, {}, { hygiene });
  return {
    ...session,
    cache: `${session.home}/.holdfast/state/s1/start/leftovers.json`,
    configure: (rules: object) =>
      writeFileSync(`${session.home}/.holdfast/config.json`, JSON.stringify({ hygiene: rules })),
    /** "code: severity" of what was found at the event. */
    async judge(event: object) {
      await session.send(event);
      return session.findings().map(({ code, severity }) => `${code}: ${severity}`);
    },
  };
}

describe("leftovers", () => {
  test.each<[string, object, object, string, string[]]>([
    ["are advice at a stop", STOP, {}, DEBUGGER + TODO, ["note: advise"]],
    [
      "that are certain hold a stop if the config says so",
      STOP,
      { stop: "block" },
      DEBUGGER + TODO,
      ["leftover: block", "note: advise"],
    ],
    ["that are only likely refuse a task", TASK, {}, TODO, ["once: block"]],
    ["hold a task", TASK, {}, DEBUGGER, ["leftover: block"]],
    ["hold a teammate, who may finish later", IDLE, {}, DEBUGGER + TODO, ["leftover: block"]],
    [
      "that the config downgrades are advice",
      TASK,
      { rules: { debugger: "advise" } },
      DEBUGGER,
      ["note: advise"],
    ],
    ["of an ignored file are none", TASK, { ignore: ["src/**"] }, DEBUGGER, []],
  ])("%s", async (_, event, hygiene, added, expected) => {
    const session = await makeHygieneSession(hygiene);
    session.edits("src/a.ts", added);
    expect(await session.judge(event)).toEqual(expected);
  });

  test("that are only likely refuse once, certain ones again", async () => {
    const session = await makeHygieneSession();
    session.edits("src/a.ts", TODO);
    expect(await session.judge(TASK)).toEqual(["once: block"]);
    expect(await session.judge(TASK)).toEqual(["note: advise"]);
    session.edits("src/a.ts", DEBUGGER + TODO);
    for (let n = 0; n < 2; n++)
      expect(await session.judge(TASK)).toEqual(["leftover: block", "note: advise"]);
  });

  test("are named with their place and what to do, most serious first; beyond five they are counted", async () => {
    const session = await makeHygieneSession();
    session.edits("src/a.ts", `${DEBUGGER.repeat(6)}<<<<<<< HEAD\n`);
    const answer = await session.send(TASK);
    expect("reason" in answer && answer.reason.split("\n").slice(1, 8)).toEqual([
      "Left over in added lines. Remove them, or mark an intended one with `holdfast-ignore` on its line.",
      expect.stringContaining("src/a.ts:7: a merge marker"),
      ...[1, 2, 3, 4].map((line) => `- src/a.ts:${line}: a debugger statement: "debugger;"`),
      "- and 2 more",
    ]);
    expect(session.findings()[0]?.details).toHaveLength(7);
  });

  const SECRET = `const t = "${["ghp", "_", "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"].join("")}";\n`;

  test.each([
    ["one rule", TASK, { "a.ts": TODO, "b.ts": TODO }, { key: "hygiene.rules.todo", value: "advise" }],
    ["secrets in one file", TASK, { "a.ts": SECRET }, { key: "hygiene.ignore", value: ["a.ts"] }],
    [
      "several rules and files at a stop",
      STOP,
      { "a.ts": DEBUGGER, "b.ts": "<<<<<<< HEAD\n" },
      { key: "hygiene.stop", value: "advise" },
    ],
    // `hygiene.stop` is about stops only.
    ["several rules and files of a task", TASK, { "a.ts": DEBUGGER, "b.ts": "<<<<<<< HEAD\n" }, undefined],
  ])("of %s name the narrowest setting that allows them", async (_, event, files, expected) => {
    const session = await makeHygieneSession({ stop: "block" });
    for (const [path, text] of Object.entries(files)) session.edits(path, text);
    await session.send(event);
    expect(session.findings()[0]?.avoidedBy).toEqual(expected);
  });

  test("are cached, privately, while neither the tree nor the rules change; a torn cache is no harm", async () => {
    const session = await makeHygieneSession({ stop: "block" });
    session.edits("a.ts", DEBUGGER);
    const look = async () => {
      await session.send(STOP);
      return session.findings().map(({ summary }) => summary);
    };
    expect(await look()).toEqual(["Left over in added lines: a.ts:1 a debugger statement"]);
    expect(statSync(session.cache).mode & 0o777).toBe(0o600);
    writeFileSync(session.cache, readFileSync(session.cache, "utf8").replaceAll('"line":1', '"line":77'));
    expect(await look()).toEqual(["Left over in added lines: a.ts:77 a debugger statement"]);
    session.edits("b.ts", "b\n");
    writeFileSync(session.cache, "{");
    expect(await look()).toEqual(["Left over in added lines: a.ts:1 a debugger statement"]);
    session.configure({ stop: "block", ignore: ["a.ts"] });
    expect(await look()).toEqual([]);
  });
});

describe("debug output is the project's way to log", () => {
  const PRINT = "console.log(x);\n";
  test.each<[string, Record<string, string>, string[]]>([
    ["but not in a file that never printed", {}, ["note: advise"]],
    ["in a file that printed before", { "src/a.ts": "console.log(old);\n" }, []],
    ["next to a file that prints", { "src/b.ts": "console.log(b);\n" }, []],
    ["but not because of another folder", { "tools/b.ts": "console.log(b);\n" }, ["note: advise"]],
  ])("%s", async (_what, files, expected) => {
    const session = await makeHygieneSession({}, files);
    session.edits("src/a.ts", PRINT + (files["src/a.ts"] ?? ""));
    expect(await session.judge(STOP)).toEqual(expected);
  });
});
