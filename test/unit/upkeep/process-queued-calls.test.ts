import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { databasePath, faultLogPath, readEnvironment } from "../../../src/config/environment.ts";
import { enqueueCall } from "../../../src/recording/queue/pending-queue.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { insertPrompt } from "../../../src/store/prompts.ts";
import { touchSession } from "../../../src/store/sessions.ts";
import { drainQueue } from "../../../src/upkeep/drain-queue.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

let env = readEnvironment({});
let store: Store;
let project = "";
let now = 0;

beforeEach(async () => {
  env = readEnvironment({ HOME: makeTempHome() });
  project = makeTempProject();
  store = await openStore(databasePath(env));
  now = Date.now();
  touchSession(store, { sessionId: "s1", projectDir: project, transcriptPath: null, at: now, toolCalls: 0 });
});

function record(id: string, tool: string, raw: object): void {
  enqueueCall(store, {
    sessionId: "s1",
    toolUseId: id,
    tool,
    rawOutput: JSON.stringify({ input: null, response: null, project_dir: project, ...raw }),
    filesTouched: "[]",
    priority: "high",
    at: now,
  });
}

function recordSome(): void {
  record("t1", "Bash", { input: { command: "git status" }, duration_ms: 12 });
  record("t2", "Bash", { input: { command: "npm test" }, error: "Exit code 1\nno" });
  record("t3", "Read", { input: { file_path: "a.ts" } });
  insertPrompt(store, { sessionId: "s1", promptId: null, text: "four words are here", at: now, length: 19 });
  insertPrompt(store, { sessionId: "s1", promptId: null, text: "from a transcript", at: now });
}

const metricsDir = () => `${project}/.claude/runtime/metrics`;
const lines = (file: string) =>
  readFileSync(`${metricsDir()}/${file}`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("metrics lines", () => {
  test("are in one file per hook, once", async () => {
    recordSome();
    await drainQueue(env, store);
    await drainQueue(env, store);
    expect(readdirSync(metricsDir()).toSorted()).toEqual([
      "post_tool_use_failure_hook_metrics.jsonl",
      "post_tool_use_hook_metrics.jsonl",
      "user_prompt_submit_hook_metrics.jsonl",
    ]);
    expect(lines("user_prompt_submit_hook_metrics.jsonl")).toEqual([
      {
        timestamp: new Date(now).toISOString(),
        metric: "prompt_length",
        value: 19,
        hook: "UserPromptSubmit",
        session_id: "s1",
      },
    ]);
    expect(
      lines("post_tool_use_hook_metrics.jsonl").map(({ metric, label, value }) => [metric, label, value]),
    ).toEqual([
      ["tool_usage", "Bash", 1],
      ["tool_duration_ms", "Bash", 12],
      ["bash_commands", "git", 1],
      ["tool_usage", "Read", 1],
      ["file_operations", "read", 1],
    ]);
  });

  test("report once how long each gate hook took", async () => {
    const decide = (verdict: string) =>
      store.run(
        `INSERT INTO decisions (session_id, agent, event, at, verdict, rule, findings, duration_ms)
         VALUES ('s1', 'main', 'Stop', ${now}, '${verdict}', '', '[]', 4.5)`,
      );
    decide("blocked");
    await drainQueue(env, store);
    await drainQueue(env, store);
    decide("complete");
    await drainQueue(env, store);
    expect(
      lines("stop_hook_metrics.jsonl").map(({ metric, label, value }) => [metric, label, value]),
    ).toEqual([
      ["hook_duration_ms", "blocked", 4.5],
      ["hook_duration_ms", "complete", 4.5],
    ]);
  });

  test("are not written if the config says so, nor into a missing project", async () => {
    writeFileIn(project, ".claude/holdfast.json", '{"metrics": false}');
    recordSome();
    await drainQueue(env, store);
    expect(existsSync(metricsDir())).toBe(false);
    rmSync(project, { recursive: true });
    record("t8", "Read", {});
    await drainQueue(env, store);
    expect(existsSync(project)).toBe(false);
  });

  test("that cannot be written are a fault, and the calls are processed", async () => {
    const elsewhere = makeTempFolder("elsewhere");
    symlinkSync(elsewhere, `${project}/.claude`);
    recordSome();
    expect(await drainQueue(env, store)).toMatchObject({ calls: 3, poison: 0 });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readFileSync(faultLogPath(env), "utf8")).toContain('"part":"metrics"');
    expect(store.query("SELECT DISTINCT status FROM pending_queue").all()).toEqual([{ status: "done" }]);
  });
});
