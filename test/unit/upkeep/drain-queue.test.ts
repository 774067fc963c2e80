import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { databasePath, readEnvironment } from "../../../src/config/environment.ts";
import { listObservations } from "../../../src/recording/observations/observations.ts";
import { parseSummary } from "../../../src/recording/observations/session-summary.ts";
import { findSummary } from "../../../src/recording/observations/summaries.ts";
import { takeDrainLock } from "../../../src/recording/queue/drain-lock.ts";
import { enqueueCall, recordOwnRun } from "../../../src/recording/queue/pending-queue.ts";
import { listSessionRuns } from "../../../src/recording/runs/runs-of-session.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { insertPrompt } from "../../../src/store/prompts.ts";
import { closeSession, touchSession } from "../../../src/store/sessions.ts";
import { drainQueue } from "../../../src/upkeep/drain-queue.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { heldRecord, writeTranscript } from "../../helpers/transcript-lines.ts";

const LATER = 60_000;
let env = readEnvironment({});
let store: Store;
let project = "";
let clock = 0;

beforeEach(async () => {
  env = readEnvironment({ HOME: makeTempHome() });
  project = makeTempProject({ git: true });
  store = await openStore(databasePath(env));
  clock = Date.now() - 3_600_000;
  touchSession(store, {
    sessionId: "s1",
    projectDir: project,
    transcriptPath: null,
    at: clock,
    toolCalls: 0,
  });
});

function record(id: string, tool: string, raw: object | string, files: string[] = []): void {
  clock += 1000;
  enqueueCall(store, {
    sessionId: "s1",
    toolUseId: id,
    tool,
    rawOutput:
      typeof raw === "string" ? raw : JSON.stringify({ response: null, project_dir: project, ...raw }),
    filesTouched: JSON.stringify(files),
    priority: "high",
    at: clock,
  });
}

const fails = (id: string, command: string, error = "Exit code 1\nit broke") =>
  record(id, "Bash", { input: { command }, error });
const passes = (id: string, command: string, stdout = "fine") =>
  record(id, "Bash", { input: { command }, response: { stdout } });
const changes = (id: string, file: string) =>
  record(id, "Edit", { input: { file_path: file, old_string: "a", new_string: "b" } }, [
    `${project}/${file}`,
  ]);

const kinds = () => listObservations(store, "s1").map(({ kind }) => kind);
const statuses = () =>
  (store.query("SELECT status FROM pending_queue ORDER BY id").all() as { status: string }[]).map(
    (row) => row.status,
  );

describe("draining", () => {
  test("joins a failure to the call that fixed it, across other calls and two drains", async () => {
    fails("t1", "make build");
    await drainQueue(env, store);
    changes("t2", "src/a.c");
    passes("t3", "make lint");
    passes("t4", "cd . && make build 2>&1 | tail -3");
    await drainQueue(env, store);
    expect(kinds()).toEqual(["failure", "change", "command", "fix"]);
    const [failure, , , fix] = listObservations(store, "s1");
    expect(failure?.fixed_by).toBe(fix?.id as number);
    expect(fix?.summary).toContain("it broke");
    expect(fix?.summary).toContain("Changed in between: src/a.c");
  });

  test("restores the transcript's order of calls that arrived out of order", async () => {
    const line = (id: string, second: number) =>
      JSON.stringify({
        type: "assistant",
        uuid: id,
        sessionId: "s1",
        timestamp: new Date(clock + second * 1000).toISOString(),
        message: {
          id: `m${id}`,
          role: "assistant",
          content: [{ type: "tool_use", id, name: "Bash", input: {} }],
        },
      });
    const transcript = writeFileIn(
      makeTempFolder("transcript"),
      "s1.jsonl",
      `${line("t1", 1)}\n${line("t2", 2)}\n`,
    );
    touchSession(store, {
      sessionId: "s1",
      projectDir: project,
      transcriptPath: transcript,
      at: clock,
      toolCalls: 0,
    });
    passes("t2", "make build");
    fails("t1", "make build");
    await drainQueue(env, store);
    expect(kinds()).toEqual(["failure", "fix"]);
  });

  test("sets aside a row that cannot be read, and continues", async () => {
    record("t1", "Bash", "no JSON at all");
    passes("t2", "make build");
    expect(await drainQueue(env, store)).toMatchObject({ calls: 2, observations: 1, poison: 1 });
    expect(statuses()).toEqual(["error", "done"]);
  });

  test("continues with what a dead drain was processing, and gives up on a row that killed it five times", async () => {
    passes("t1", "make one");
    passes("t2", "make two");
    store.run("UPDATE pending_queue SET status = 'processing', attempts = 1 WHERE tool_use_id = 't1'");
    store.run("UPDATE pending_queue SET status = 'processing', attempts = 5 WHERE tool_use_id = 't2'");
    await drainQueue(env, store);
    expect(statuses()).toEqual(["done", "error"]);
  });

  test("observes a call once, however often it was recorded", async () => {
    passes("t1", "make build");
    await drainQueue(env, store);
    store.run("UPDATE pending_queue SET status = 'raw'");
    await drainQueue(env, store);
    expect(kinds()).toEqual(["command"]);
  });

  test("leaves the queue alone while another drain lives, but not one that is dead or hangs", async () => {
    passes("t1", "make build");
    expect(takeDrainLock(store, 1, Date.now())).toBe(true);
    expect(await drainQueue(env, store)).toMatchObject({ busy: true, calls: 0 });
    store.run("UPDATE drain_lock SET expires_at = $past", [Date.now() - LATER]);
    expect(await drainQueue(env, store)).toMatchObject({ busy: false, calls: 1 });
    passes("t2", "make more");
    store.run("INSERT INTO drain_lock (id, pid, expires_at) VALUES (1, 4194305, $until)", [
      Date.now() + LATER,
    ]);
    expect(await drainQueue(env, store)).toMatchObject({ busy: false, calls: 1 });
  });

  test("does not treat a test run with an unknown result as a fix, or an older one as the last", async () => {
    const summary = (failed: number) => ` 2 pass\n ${failed} fail\nRan 2 tests across 1 file. [9ms]`;
    passes("t1", "bun test | tail -4", summary(1));
    passes("t2", "bun test | grep -c pass", "2");
    passes("t3", "bun test", "Command running in background with ID: b1");
    await drainQueue(env, store);
    expect(kinds()).toEqual(["failure", "command", "command"]);
    expect(listObservations(store, "s1")[0]?.fixed_by).toBeNull();
    passes("t4", "bun test", summary(0));
    fails("t5", "git push", `Exit code 1\nhusky - pre-push\n${summary(1)}\nerror: failed to push some refs`);
    await drainQueue(env, store);
    expect(kinds()).toEqual(["failure", "command", "command", "fix", "failure"]);
    // What a push hook ran is not known from the command, and an older run is not the last one.
    expect(findSummary(store, "s1")?.text).not.toContain("Last test run");
  });

  test("summarises a session by request, tests and commits, the same way each time", async () => {
    insertPrompt(store, {
      sessionId: "s1",
      promptId: null,
      text: "Repair the parser for empty files",
      at: clock,
    });
    fails("t1", "npm test", "Exit code 1\n 2 pass\n 1 fail\nRan 3 tests across 1 file. [9ms]");
    changes("t2", "src/parser.ts");
    passes("t3", "npm run build");
    record("t4", "Bash", {
      input: { command: "git commit -am wip" },
      response: { stdout: "[main abcdef1] wip\n 1 file changed" },
    });
    await drainQueue(env, store);
    const text = findSummary(store, "s1")?.text ?? "";
    expect(text.split("\n")).toEqual([
      "Request: Repair the parser for empty files",
      "Edited: src/parser.ts",
      "Commit abcdef1: wip",
      "Commands: Ran npm run build",
      "Last test run, before the last changes: Tests failed (2 passed, 1 failed): npm test",
    ]);
    store.run("UPDATE pending_queue SET status = 'raw'");
    await drainQueue(env, store);
    expect(findSummary(store, "s1")?.text).toBe(text);
  });
});

test("the summary of a session says how it ended, even if nothing was queued since it was written", async () => {
  const path = `${project}/s2.jsonl`;
  const lines = writeTranscript({ sessionId: "s2", cwd: project, startedAt: clock, stepMs: 0 });
  lines.prompt("Repair the parser for empty files");
  await Bun.write(path, lines.text());
  const at = { sessionId: "s2", projectDir: project, transcriptPath: path, toolCalls: 0 };
  touchSession(store, { ...at, at: clock });
  const text = "Repair the parser for empty files";
  insertPrompt(store, { sessionId: "s2", promptId: null, text, at: clock, length: text.length });
  await drainQueue(env, store);
  const lastTurn = () => parseSummary(findSummary(store, "s2")?.detail ?? null).lastTurn;
  expect(lastTurn()).toBe("unanswered");
  lines.say("It is repaired.");
  await Bun.write(path, lines.text());
  await drainQueue(env, store);
  expect(lastTurn()).toBe("unanswered");
  touchSession(store, { ...at, at: Date.now() });
  // After the last event, as when the clock moves on between the two.
  closeSession(store, "s2", "other", Date.now() + 5);
  await drainQueue(env, store);
  expect(lastTurn()).toBe("answered");
  expect((await drainQueue(env, store)).sessions).toBe(0);
  // A hold after which the agent did nothing more.
  await Bun.write(path, lines.text() + heldRecord("Keep working."));
  closeSession(store, "s2", "other", Date.now() + 10);
  await drainQueue(env, store);
  expect(lastTurn()).toBe("working");
});

test("test runs are in the ledger once, background ones when their output was read", async () => {
  const green = " 3 pass\n 0 fail\nRan 3 tests across 2 files. [10.00ms]";
  passes("r1", "bun test a.test.ts | tail -3", green);
  record("r2", "Bash", {
    input: { command: "bun test", run_in_background: true },
    response: { stdout: "", backgroundTaskId: "b1" },
    agent_id: "helper",
    tree: "0123456789abcdef0123",
  });
  const before = listSessionRuns(store, "s1");
  expect(before).toMatchObject([
    { state: "green", scope: "file", target: "a.test.ts", passed: 3, isPiped: true, dir: project },
    { state: "unknown", scope: "suite", agentId: "helper", tree: "0123456789abcdef0123" },
  ]);
  await drainQueue(env, store);
  record("o1", "TaskOutput", { input: { task_id: "b1" }, response: { task: { output: green } } });
  await drainQueue(env, store);
  expect(listSessionRuns(store, "s1")).toMatchObject([
    { toolUseId: "r1", state: "green" },
    { toolUseId: "r2", state: "green", passed: 3 },
  ]);
  expect(findSummary(store, "s1")?.text).toContain(
    "Last test run: Tests passed (3 passed, 0 failed): bun test",
  );
});

test("checks that holdfast ran itself enter the record of runs, without secrets, and are not tool calls", async () => {
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  const run = { sessionId: "s1", dir: project, tree: "mark" };
  const own = (check: string, command: string, result: Parameters<typeof recordOwnRun>[2]) =>
    recordOwnRun(store, { ...run, check, command }, result);
  const output = `${secret}\n 2 pass\n 1 fail\nRan 3 tests across 1 file. [9.00ms]\n`;
  await own("loop", `TOKEN=${secret} bun test | tail -3`, { outcome: "passed", exitCode: 0, output });
  await own("flow quality_passed", "./check.sh", { outcome: "failed", exitCode: 2, output: "no\n" });
  await own("plan", "bun test", { outcome: "timeout", exitCode: null, output: "" });
  await own("plan", "bun test", { outcome: "killed", exitCode: null, output: "" });
  record("odd", "holdfast", "not JSON");
  const before = listSessionRuns(store, "s1");
  expect(before).toMatchObject([
    {
      check: "loop",
      kind: "tests",
      state: "red",
      evidence: "summary",
      failed: 1,
      isHidden: true,
      isOwn: true,
    },
    { check: "flow quality_passed", kind: "check", state: "red", evidence: "exit code", tree: "mark" },
    { check: "plan", kind: "tests", state: "unknown", evidence: null },
  ]);
  expect(JSON.stringify(store.query("SELECT * FROM pending_queue").all())).not.toContain(secret);
  expect(await drainQueue(env, store)).toMatchObject({ observations: 0, poison: 1 });
  const same = (run: (typeof before)[number]) => ({ ...run, projectKey: null });
  expect(listSessionRuns(store, "s1").map(same)).toEqual(before.map(same));
  expect(existsSync(`${project}/.claude/runtime/metrics`)).toBe(false);
});
