import { beforeEach, describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { readEnvironment } from "../../../../../src/config/environment.ts";
import { openReplayer } from "../../../../../src/review/backtest/replay-session.ts";
import { BacktestReport } from "../../../../../src/review/backtest/report.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";
import { type TranscriptLines, writeTranscript } from "../../../../helpers/transcript-lines.ts";
import { feedBack, leaveTask, STRICT } from "../../../review/backtest/replay.ts";

let home = "";
let project = "";

beforeEach(() => {
  home = makeTempHome();
  project = makeTempProject();
});

const run = (...words: string[]) => runCli(readEnvironment({ HOME: home }), project, "backtest", ...words);
const addFile = (path: string, text: string) => writeFileIn(home, `.claude/projects/${path}`, text);

function makeSession(sessionId: string, write: (session: TranscriptLines) => unknown): string {
  const session = writeTranscript({ sessionId });
  write(session);
  return session.text();
}

const ONE = makeSession("one", (s) => {
  s.prompt("Write it.");
  leaveTask(s, "the guide");
  s.say("Begun.");
});

describe("the report", () => {
  beforeEach(() => {
    addFile("-work-shop/one.jsonl", ONE);
    const held = makeSession("two", (s) => {
      s.prompt("Do it.");
      s.say("Half.");
      feedBack(s);
      s.say("Whole.");
      s.prompt("And this.");
      s.call("t", "Bash", { command: "ls" });
    });
    addFile("-work-shop/two.jsonl", held);
  });

  test("counts the stops then and in the replay, and lists those that differ", async () => {
    const { exitCode, text } = await run("--config", "strict");
    expect(exitCode).toBe(0);
    expect(text).toContain("2 sessions, 3 prompts, 3 stops.");
    expect(text).toContain("1 turn ended without a stop (interrupted or failed).");
    expect(text).toMatch(/^Stops +then +replayed$/m);
    expect(text).toMatch(/^ {2}held +1 +1$/m);
    expect(text).toMatch(/^ {4}tasks: open +1$/m);
    expect(text).toMatch(/^ {2}allowed +2 +2$/m);
    expect(text).toContain("2 stops differ from what happened");
    expect(text).toMatch(/ two\n {4}held then: holdfast holds this stop$/m);
    expect(text).toMatch(/ one\n {4}held now: tasks: .*"the guide"/m);
    expect(text).toContain("quality, custom: commands would have to run");
  });

  test("is the same in JSON, with times that can be read", async () => {
    const { json } = await run("--config", "strict", "--json");
    expect(json).toMatchObject({
      sessions: 2,
      prompts: 3,
      stops: 3,
      turnsWithoutStop: 1,
      heldThen: 1,
      from: "2026-09-01T12:00:01.000Z",
      to: "2026-09-01T12:00:05.000Z",
      verdicts: { blocked: 1, complete: 2 },
      held: [{ gate: "tasks", code: "open", stops: 1 }],
      problems: [],
      unreadable: [],
    });
    const { differences } = json as { differences: { session: string }[] };
    expect(differences.toSorted((a, b) => (a.session < b.session ? -1 : 1))).toMatchObject([
      {
        session: "one",
        project: "/work/shop",
        at: "2026-09-01T12:00:05.000Z",
        heldThen: null,
        verdict: "blocked",
        open: [{ gate: "tasks", code: "open", text: expect.stringContaining("the guide") }],
      },
      { session: "two", heldThen: "holdfast holds this stop", verdict: "complete", open: [] },
    ]);
  });

  test("uses the current settings unless others are given", async () => {
    expect((await run("--json")).json).toMatchObject({ verdicts: { complete: 3 } });
    expect((await run("--json", "--config", "gentle")).json).toMatchObject({ verdicts: { complete: 3 } });
    const file = writeFileIn(project, "new.json", '{"tasks": {"block": "always"}}');
    for (const name of ["new.json", file])
      expect((await run("--json", "--config", name)).json).toMatchObject({ verdicts: { blocked: 1 } });
    writeFileIn(home, ".holdfast/config.json", '{"tasks": {"block": "always"}}');
    expect((await run("--json")).json).toMatchObject({ verdicts: { blocked: 1 } });
  });

  test("says so when nothing differs, and when there is nothing to replay", async () => {
    expect((await run("--config", "gentle", "--since", "2099-01-01")).text).toBe(
      "There are no transcripts to replay.",
    );
    home = makeTempHome();
    expect((await run()).text).toBe("There are no transcripts to replay.");
    addFile("-work-shop/one.jsonl", ONE);
    expect((await run()).text).toContain("Every stop ends as it did then.");
  });
});

describe("unusual files", () => {
  test.each<[string, Record<string, string>, object]>([
    ["a forked copy counts once", { "one.jsonl": ONE, "two.jsonl": ONE }, { sessions: 2, stops: 1 }],
    [
      "a torn last line is left out",
      { "one.jsonl": `${ONE}{"type":"assistant","mess` },
      { sessions: 1, stops: 1 },
    ],
    [
      "garbage between lines is skipped",
      { "one.jsonl": ONE.replace("\n", '\nnot json\n{"type":3}\n[1,2]\n\0\0\0\n') },
      { sessions: 1, stops: 1 },
    ],
    [
      "another tool's file does not count",
      {
        "ses_1.jsonl":
          '{"type":"user","timestamp":"2026-01-01","content":"hi"}\n{"type":"tool_use","tool_name":"bash","tool_input":{}}\n',
      },
      { sessions: 0 },
    ],
    ["an empty file does not count", { "one.jsonl": "" }, { sessions: 0 }],
    [
      "a file without a conversation does not count",
      { "one.jsonl": '{"type":"queue-operation","operation":"dequeue","sessionId":"one"}\n' },
      { sessions: 0 },
    ],
    [
      "subagents' files do not count, wherever they are",
      { "one.jsonl": ONE, "one/subagents/agent-a1.jsonl": ONE, "agent-b2.jsonl": ONE },
      { sessions: 1, stops: 1 },
    ],
  ])("%s", async (_name, files, expected) => {
    for (const [path, text] of Object.entries(files)) addFile(`-work-shop/${path}`, text);
    expect((await run("--json")).json).toMatchObject({ ...expected, problems: [] });
  });

  test("hostile records affect neither other sessions nor the terminal", async () => {
    const hostile = makeSession("bad", (s) => {
      s.prompt("__proto__");
      s.add({ type: "user", message: { role: "user", content: "x".repeat(100_000) } });
      s.call("t", "Edit", { file_path: { a: 1 }, old_string: [], new_string: null });
      s.result(
        "t",
        { nested: true },
        { details: { filePath: "/work/shop/a.ts", structuredPatch: [null, { lines: [1, null] }] } },
      );
      s.use("u", "TodoWrite", { todos: [null, { content: "\u001b[2J\u202e", status: "pending" }] }, "ok");
      s.use("v", "Bash", { command: "ls" }, "ok");
      s.add({ type: "attachment", attachment: { type: "task_reminder", content: [{ id: {} }, 7] } });
      s.say("<b>done</b>");
    });
    addFile("-work-shop/bad.jsonl", hostile);
    addFile("-work-shop/one.jsonl", ONE);
    const { text } = await run("--config", "strict");
    expect(text).toContain("2 sessions, 3 prompts, 2 stops.");
    expect(text).not.toMatch(/[\u001b\u202e]/);
    expect(text).toContain("\\u{1b}");
  });

  test("a link in place of a file is not read", async () => {
    addFile("-work-shop/one.txt", ONE);
    const elsewhere = writeFileIn(makeTempFolder("elsewhere"), "x.jsonl", ONE);
    symlinkSync(elsewhere, `${home}/.claude/projects/-work-shop/link.jsonl`);
    expect((await run()).text).toBe("There are no transcripts to replay.");
  });

  test("a file that is gone is a problem, and the rest is reported", async () => {
    const path = addFile("-work-shop/one.jsonl", ONE);
    const replay = openReplayer(STRICT);
    const report = new BacktestReport();
    for (const file of [`${path}.gone`, path]) report.add(file, await replay(file, "one"));
    expect(report).toMatchObject({ sessions: 1, stops: 1, problems: [{ path: `${path}.gone` }] });
  });
});

describe("a mistake is explained", () => {
  test.each<[string, string[], string]>([
    ["a missing file of settings", ["--config", "none.json"], "none.json does not exist"],
    ["an invalid time", ["--since", "lately"], "--since lately is neither"],
    ["an extra argument", ["here"], "here"],
    ["a comparison", ["--against", "strict"], "--config"],
  ])("%s", async (_name, words, said) => {
    const { exitCode, text } = await run(...words);
    expect([exitCode, text]).toEqual([1, expect.stringContaining(said)]);
  });

  test("settings with a mistake are refused, and the mistake is named", async () => {
    writeFileIn(project, "wrong.json", '{"tasks": {"blok": "always"}}');
    const { exitCode, text } = await run("--config", "wrong.json");
    expect(exitCode).toBe(1);
    expect(text).toContain("tasks.blok");
    expect(text).toContain("block");
  });
});
