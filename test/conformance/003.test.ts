// Document 003's own test plan, on the executable: capture, context, stop, end, install, and all of them together.
import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { databasePath } from "../../src/config/environment.ts";
import { registeredEvents } from "../../src/protocol/claude-code/events.ts";
import {
  EXECUTABLE,
  homeOf,
  type Place,
  readDecisions,
  readFaultLines,
  runCommand,
  runProgram,
  sendEvent,
} from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { writeTranscript } from "../helpers/transcript-lines.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

let place: Place;

beforeEach(() => {
  place = { home: makeTempHome(), project: makeTempProject() };
});

const start = (session_id = "s1", source = "startup") =>
  sendEvent(place, { hook_event_name: "SessionStart", session_id, source });
const stop = (fields: object = {}) =>
  sendEvent(place, { hook_event_name: "Stop", stop_hook_active: false, background_tasks: [], ...fields });
const end = (session_id = "s1") =>
  sendEvent(place, { hook_event_name: "SessionEnd", session_id, reason: "other" });
let calls = 0;
const useTool = (tool_name: string, tool_input: object, tool_response: object = {}) =>
  sendEvent(place, {
    hook_event_name: "PostToolUse",
    tool_use_id: `toolu_${++calls}`,
    tool_name,
    tool_input,
    tool_response,
  });
const writeAuth = () =>
  useTool(
    "Write",
    { file_path: `${place.project}/src/auth.py`, content: "def authenticate(email): ..." },
    { filePath: `${place.project}/src/auth.py`, success: true },
  );
const queue = () => queryStore(place, "SELECT * FROM pending_queue ORDER BY id");
const sessionRows = () => queryStore(place, "SELECT * FROM sessions");
const silent = { exitCode: 0, stdout: "", stderr: "" };

describe("capture", () => {
  test("records the parsed call with session, tool, input, response and project [003-04] [003-06] [003-t01] [003-t03]", async () => {
    expect(await writeAuth()).toEqual(silent);
    expect(queue()).toMatchObject([
      { session_id: "s1", tool_name: "Write", priority: "high", status: "raw" },
    ]);
    const raw = JSON.parse(String(queue()[0]?.raw_output));
    expect(raw).toMatchObject({
      input: { file_path: `${place.project}/src/auth.py`, content: "def authenticate(email): ..." },
      response: { success: true },
      project_dir: place.project,
    });
  });

  test("names the files of Write and Edit, and keeps a command whole [003-t02]", async () => {
    const file_path = `${place.project}/a.py`;
    await useTool("Write", { file_path, content: "a" });
    await useTool("Edit", { file_path, old_string: "a", new_string: "b" });
    await useTool("Bash", { command: "cat a.py" }, { stdout: "b", stderr: "" });
    expect(queue().map((row) => JSON.parse(String(row.files_touched)))).toEqual([
      [file_path],
      [file_path],
      [],
    ]);
    expect(queue()[2]?.raw_output).toContain("cat a.py");
  });

  test("survives an event without its fields [003-12] [003-t05]", async () => {
    for (const event of registeredEvents().map((one) => one.event))
      expect((await sendEvent(place, JSON.stringify({ hook_event_name: event }))).exitCode).toBe(0);
    expect(readDecisions(place).filter(({ verdict }) => verdict === "blocked")).toEqual([]);
  });

  test("prefers CLAUDE_PROJECT_DIR to the event's folder, which counts without it [003-08] [003-t06]", async () => {
    const [cwd, event] = [makeTempProject(), { hook_event_name: "PostToolUse", tool_name: "Read" }];
    const fields = { ...event, session_id: "s1", cwd, tool_input: { file_path: "a" }, tool_response: {} };
    await sendEvent(place, { ...fields, tool_use_id: "with" });
    const without = Buffer.from(JSON.stringify({ ...fields, session_id: "s2", tool_use_id: "without" }));
    await runProgram([EXECUTABLE, "hook"], place, without);
    const projects = queue().map((row) => JSON.parse(String(row.raw_output)).project_dir);
    expect(projects).toEqual([place.project, cwd]);
  });
});

describe("the start of a session", () => {
  test("makes its row, with CLAUDE_PROJECT_DIR as its project; another start changes nothing [003-09] [003-t07] [003-t08] [003-t11]", async () => {
    await sendEvent(place, { hook_event_name: "SessionStart", source: "startup", cwd: makeTempProject() });
    const [row] = sessionRows();
    expect(row).toMatchObject({ session_id: "s1", project_dir: place.project, ended_at: null });
    for (const source of ["resume", "clear", "compact"]) await start("s1", source);
    expect(sessionRows()).toHaveLength(1);
    expect(sessionRows()[0]).toMatchObject({ session_id: "s1", started_at: row?.started_at });
  });

  test("says nothing on an empty database, and then names earlier sessions in a few lines [003-10] [003-t09] [003-t10]", async () => {
    const additional = ({ stdout }: { stdout: string }) =>
      stdout === "" ? "" : (JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "");
    expect(additional(await start())).toBe("");
    await sendEvent(place, {
      hook_event_name: "UserPromptSubmit",
      prompt: "Please repair the heron's login",
    });
    await writeAuth();
    await stop({ last_assistant_message: "The login works again." });
    await end();
    await runCommand(place, "drain");
    const context = additional(await start("s2"));
    expect(context).toContain("heron's login");
    expect(context.length).toBeLessThan(2000);
  });
});

describe("a stop", () => {
  test("is recorded with what still waits, and never held for it; an unknown session does no harm [003-07] [003-11] [003-t12] [003-t14]", async () => {
    expect(await stop({ session_id: "never-seen" })).toEqual(silent);
    await writeAuth();
    expect(await stop()).toEqual(silent);
    const sql = "SELECT session_id, pending FROM event_log WHERE event = 'Stop' ORDER BY id";
    expect(queryStore(place, sql)).toEqual([
      { session_id: "never-seen", pending: expect.any(Number) },
      { session_id: "s1", pending: 1 },
    ]);
    expect(readDecisions(place).map(({ verdict }) => verdict)).toEqual(["complete", "complete"]);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("that continues is judged like any other, within its budget [003-16] [003-t13] [003-t15]", async () => {
    writeFileIn(place.project, ".claude/runtime/locks/.lock_active", "");
    await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt: "Go on.", prompt_id: "p1" });
    const answers = [
      await stop(),
      await stop({ stop_hook_active: true }),
      await stop({ stop_hook_active: true }),
    ];
    expect(answers.map(({ stdout }) => stdout.includes('"decision":"block"'))).toEqual([true, true, false]);
  });
});

describe("the end of a session", () => {
  test("closes it; that of an unknown session does no harm [003-07] [003-09] [003-15] [003-t16] [003-t18]", async () => {
    expect(await end("never-seen")).toEqual(silent);
    await start();
    await end();
    const rows = sessionRows().filter(({ session_id }) => session_id === "s1");
    expect(rows).toEqual([expect.objectContaining({ ended_at: expect.any(Number), end_reason: "other" })]);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("moves the write-ahead log into the database without blocking a reader [003-15] [003-t17] [003-t19]", async () => {
    await start();
    await writeAuth();
    const reader = new Database(databasePath(homeOf(place)), { readonly: true });
    reader.run("BEGIN");
    const count = () => reader.query("SELECT count(*) AS n FROM pending_queue").get();
    const before = count();
    expect(await end()).toEqual(silent);
    expect(count()).toEqual(before);
    reader.run("COMMIT");
    reader.close();
    expect(await readFaultLines(place)).toEqual([]);
    // The file alone, as a backup without its log would have it.
    const copied = writeFileIn(place.home, "copy.db", "");
    copyFileSync(databasePath(homeOf(place)), copied);
    const copy = new Database(copied);
    expect(copy.query("SELECT count(*) AS n FROM pending_queue").get()).toEqual(before);
    copy.close();
  });
});

describe("install", () => {
  const settings = () => `${place.home}/.claude/settings.json`;
  const hooksOf = () => JSON.parse(readFileSync(settings(), "utf8")).hooks;

  test("makes a missing settings file, with absolute paths and timeouts, and adds nothing the second time [003-01] [003-t20] [003-t21] [003-t24]", async () => {
    expect(existsSync(settings())).toBe(false);
    expect((await runCommand(place, "install", "--yes")).exitCode).toBe(0);
    for (const event of ["PostToolUse", "SessionStart", "Stop", "SessionEnd"])
      for (const { hooks } of hooksOf()[event])
        for (const { command, timeout } of hooks) {
          expect(command).toStartWith(place.home);
          expect(timeout).toBeGreaterThan(0);
        }
    const first = readFileSync(settings(), "utf8");
    expect((await runCommand(place, "install", "--yes")).exitCode).toBe(0);
    expect(readFileSync(settings(), "utf8")).toBe(first);
  });

  test("keeps the hooks of others, and uninstall takes away only its own [000-01] [003-01] [003-03] [003-t22] [003-t23]", async () => {
    const theirs = { hooks: [{ type: "command", command: "true" }] };
    const text = JSON.stringify({ hooks: { Stop: [theirs], PreToolUse: [theirs] } }, null, 2);
    writeFileIn(place.home, ".claude/settings.json", text);
    await runCommand(place, "install", "--yes");
    expect(hooksOf().Stop).toContainEqual(theirs);
    expect(hooksOf().Stop.length).toBeGreaterThan(1);
    for (const { hooks } of hooksOf().Stop) for (const { type } of hooks) expect(type).toBe("command");
    expect(hooksOf().PreToolUse).toEqual([theirs]);
    await runCommand(place, "uninstall", "--yes");
    expect(readFileSync(settings(), "utf8")).toBe(text);
  });

  test.each([
    ["comments", '{\n  // mine\n  "hooks": {}\n}', "comment"],
    ["a missing brace", '{ "hooks": {', "line 1"],
  ])(
    "refuses settings with %s, says where, and leaves them [003-02] [003-t25] [003-t26]",
    async (_, text, said) => {
      writeFileIn(place.home, ".claude/settings.json", text);
      const ran = await runCommand(place, "install", "--yes");
      expect(ran.exitCode).toBe(1);
      expect(ran.stderr).toContain(said);
      expect(readFileSync(settings(), "utf8")).toBe(text);
    },
  );
});

describe("together", () => {
  test("a session from start to end is recorded, with its call [003-09] [003-t27]", async () => {
    await start();
    await writeAuth();
    await stop({ last_assistant_message: "Done." });
    await end();
    await runCommand(place, "drain");
    expect(sessionRows()).toMatchObject([{ session_id: "s1", tool_calls: 1, end_reason: "other" }]);
    expect(queue()).toMatchObject([{ status: "done" }]);
    expect((await runCommand(place, "search", "authenticate")).stdout).toContain("auth.py");
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("ten captures at once, before any start, lose nothing, and each is whole with its priority [003-05] [003-07] [003-14] [003-t28] [003-t29]", async () => {
    const tools = ["Read", "Write", "WebFetch", "Bash", "Grep", "Edit", "Glob", "TodoWrite", "Read", "Bash"];
    const input = (at: number) => ({ file_path: `${at}`, command: `npm install n${at}` });
    const ran = await Promise.all(tools.map((tool, at) => useTool(tool, input(at))));
    expect(ran).toEqual(tools.map(() => silent));
    const stored = queue().map(({ tool_name, priority }) => `${tool_name} ${priority}`);
    const expected = tools.map((tool) => {
      const low = { Read: "low", Grep: "low", Glob: "low", TodoWrite: "low" };
      const priority = { WebFetch: "normal", ...low }[tool] ?? "high";
      return `${tool} ${priority}`;
    });
    expect(stored.toSorted()).toEqual(expected.toSorted());
    const inputs = queue().map((row) => JSON.parse(String(row.raw_output)).input);
    expect(inputs).toHaveLength(tools.length);
    for (const [at] of tools.entries()) expect(inputs).toContainEqual(input(at));
    const column =
      "SELECT dflt_value AS usual FROM pragma_table_info('pending_queue') WHERE name = 'priority'";
    expect(queryStore(place, column)).toEqual([{ usual: "'normal'" }]);
    expect(queryStore(place, "SELECT name FROM pragma_index_info('pending_queue_by_status')")).toEqual(
      ["status", "priority", "created_at"].map((name) => ({ name })),
    );
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("a changed text is found by the names in it, without a syntax tree [003-20]", async () => {
    await start();
    await writeAuth();
    await runCommand(place, "drain");
    expect((await runCommand(place, "search", "authenticate")).stdout).toContain("auth.py");
  });

  test("an event needs less than 200 ms of the processor [000-06] [003-13]", async () => {
    const cost = async (event: object) => {
      const child = Bun.spawn([EXECUTABLE, "hook"], {
        env: { HOME: place.home, CLAUDE_PROJECT_DIR: place.project },
        stdin: Buffer.from(JSON.stringify({ session_id: "s1", cwd: place.project, ...event })),
        stdout: "ignore",
      });
      await child.exited;
      // In microseconds. Time on the clock says how busy the machine is.
      return Number(child.resourceUsage()?.cpuTime.total) / 1000;
    };
    const call = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "ls" }, tool_response: {} };
    // A stop in mode "ask" scores the last messages.
    writeFileIn(place.home, ".holdfast/config.json", '{"triage": {"mode": "ask"}}');
    const lines = writeTranscript({ sessionId: "s1", cwd: place.project });
    for (let n = 0; n < 25; n++) {
      lines.prompt(`We use Postgres ${n}, because it has JSONB.`);
      lines.say(`The build ${n} failed. `.repeat(40));
    }
    const transcript = writeFileIn(place.home, "transcript.jsonl", lines.text());
    for (const event of [
      { hook_event_name: "SessionStart", source: "startup" },
      { hook_event_name: "PostToolUse", ...call },
      { hook_event_name: "Stop", stop_hook_active: false, transcript_path: transcript },
      { hook_event_name: "SessionEnd", reason: "other" },
    ])
      expect(await cost(event), event.hook_event_name).toBeLessThan(200);
  });

  test("no process stays behind, and no hook of ours waits at a tool call [001-16] [003-22]", async () => {
    await runCommand(place, "install", "--yes");
    const { hooks } = JSON.parse(readFileSync(`${place.home}/.claude/settings.json`, "utf8"));
    expect(Object.keys(hooks)).not.toContain("PreToolUse");
    for (const { hooks: own } of hooks.PostToolUse) for (const hook of own) expect(hook.async).toBe(true);
    for (const [, groups] of Object.entries<{ hooks: { type: string }[] }[]>(hooks))
      for (const group of groups) for (const { type } of group.hooks) expect(type).toBe("command");
    const installed = `${place.home}/.holdfast/bin/holdfast`;
    for (const hook_event_name of ["SessionStart", "Stop"]) {
      const event = Buffer.from(JSON.stringify({ hook_event_name, session_id: "s1", cwd: place.project }));
      expect((await runProgram([installed, "hook"], place, event)).exitCode).toBe(0);
    }
    await waitUntil(() => Bun.spawnSync(["pgrep", "-f", place.home]).exitCode === 1);
    expect(Bun.spawnSync(["pgrep", "-f", place.home]).exitCode).toBe(1);
  });
});
