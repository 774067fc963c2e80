// What arrived by any channel is gone after `forget`: from every table, index, log and file, byte by byte.
import { beforeAll, expect, test } from "bun:test";
import { relative } from "node:path";
import { CHANNELS, makeTalkativePlace, readStored } from "../helpers/channels.ts";
import { homeOf, type Place, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { waitUntil } from "../helpers/wait.ts";

/** No channel fills these; test/unit/store/forget.test.ts does. */
const UNFILLED = [
  ...[
    "advice_shown",
    "baselines",
    "background_runs",
    "candidates",
    "drain_lock",
    "filed_issues",
    "findings",
    // Hashes only.
    "own_memories",
    "memory_hashes",
    // By test/unit/judge/ask-judge.test.ts.
    "judge_calls",
  ],
  ...[
    "ingest_counts",
    "ingest_cursors",
    "issue_claims",
    "memories",
    "memory_outcomes",
    "memory_roots",
    "memory_usage",
  ],
  ...[
    "messages",
    "pattern_feedback",
    "pending_reflections",
    "recall_items",
    "recall_receipts",
    "reflections",
  ],
  ...["triage_cursors", "triage_states"],
  // By test/unit/sync/run-sync.test.ts.
  ...["sync_rows", "sync_state", "synced_memories"],
];

/** Every kind of file that we write, without the names of sessions, hooks and hashes. */
const FILE_KINDS = new Set([
  ...["home/config.json", "home/holdfast.db", "home/holdfast.db-wal", "home/holdfast.db-shm"],
  ...["home/holdfast-memory.db", "home/holdfast-memory.db-wal", "home/holdfast-memory.db-shm"],
  ...["home/logs/faults.jsonl", "home/logs/debug.log", "home/logs/checks/HASH.log"],
  ...[
    "home/state/SESSION/tasks/TASK.json",
    "home/state/SESSION/loop.json",
    "home/state/SESSION/orchestrator.json",
  ],
  ...["home/state/SESSION/quality-gate.json", "home/state/SESSION/start/CACHE"],
  ...["runtime/.gitignore", "runtime/locks/.lock_active", "runtime/metrics/HOOK_hook_metrics.jsonl"],
  ...["runtime/logs/SESSION/transcript.jsonl"],
]);

async function fill(words: Record<string, string>): Promise<Place> {
  const place = makeTalkativePlace();
  for (const [session, word] of Object.entries(words)) {
    for (const send of Object.values(CHANNELS)) await send(place, word, session);
    const claude = { ...place, env: { ...place.env, CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: session } };
    await runCommand(claude, "lock", word);
    // One question per prompt, and the one above was asked.
    await sendEvent(place, { hook_event_name: "UserPromptSubmit", session_id: session, prompt: "Go on." });
    await runCommand(claude, "ask", `May I touch the ${word}?`);
  }
  await runCommand(place, "drain");
  await waitUntil(
    () => queryStore(place, "SELECT count(*) AS n FROM pending_queue WHERE status = 'raw'")[0]?.n === 0,
  );
  return place;
}

const filesWith = (place: Place, word: string) =>
  readStored(place)
    .filter(({ bytes }) => bytes.includes(word))
    .map(({ path }) => path);

function kindOf(place: Place, path: string): string {
  const { holdfastHome } = homeOf(place);
  const kind = path.startsWith(holdfastHome)
    ? `home/${relative(holdfastHome, path)}`
    : `runtime/${relative(`${place.project}/.claude/runtime`, path)}`;
  return kind
    .replace(/\/s-(?:jay|owl|wren)\//, "/SESSION/")
    .replace(/checks\/[0-9a-f]{32,64}/, "checks/HASH")
    .replace(/tasks\/[\w-]+/, "tasks/TASK")
    .replace(/start\/.*/, "start/CACHE")
    .replace(/metrics\/[a-z_]+_hook_metrics/, "metrics/HOOK_hook_metrics");
}

// Each test forgets more of the same place.
let place: Place;

beforeAll(async () => {
  place = await fill({ "s-jay": "nightjar", "s-wren": "GoldCrest", "s-owl": "kingfisher" });
}, 300_000);

test("the channels fill every table and kind of file, except those named here", async () => {
  const tables = queryStore(
    place,
    `SELECT name FROM (SELECT * FROM main.sqlite_master UNION ALL SELECT * FROM memory.sqlite_master)
     WHERE type = 'table' AND name NOT LIKE '%\\_fts%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  ).map(({ name }) => String(name));
  const empty = tables.filter((table) => queryStore(place, `SELECT 1 FROM ${table} LIMIT 1`).length === 0);
  expect(empty.filter((table) => !UNFILLED.includes(table))).toEqual([]);
  const kinds = readStored(place).map(({ path }) => kindOf(place, path));
  expect(kinds.filter((kind) => !FILE_KINDS.has(kind))).toEqual([]);
}, 60_000);

test("--session removes everything of one session, and leaves the other", async () => {
  expect(filesWith(place, "nightjar").length).toBeGreaterThan(5);
  const ran = await runCommand(place, "forget", "--session", "s-jay", "--yes");
  expect([ran.exitCode, ran.stdout]).toEqual([0, expect.stringContaining("for good")]);
  expect(filesWith(place, "nightjar")).toEqual([]);
  // Only messages that wait for the session, which may still run, in our own words.
  const left = queryStore(place, "SELECT text FROM messages WHERE session_id = 's-jay'");
  expect(left.at(-1)?.text).toContain("the records of this session");
  expect(JSON.stringify(left)).not.toMatch(/goldcrest|kingfisher/i);
  expect(filesWith(place, "s-jay").filter((path) => !/holdfast\.db(?:-wal)?$/.test(path))).toEqual([]);
  for (const table of ["prompts", "decisions", "goal_evidence", "subagent_reports", "tasks", "observations"])
    expect([table, queryStore(place, `SELECT 1 FROM ${table} LIMIT 1`).length]).toEqual([table, 1]);
  expect(filesWith(place, "kingfisher").length).toBeGreaterThan(3);
}, 60_000);

test("--match removes every row and file with the text, in any case, and leaves the rest", async () => {
  expect(filesWith(place, "GoldCrest").length).toBeGreaterThan(5);
  expect((await runCommand(place, "forget", "--match", "goldcrest", "--yes")).exitCode).toBe(0);
  for (const word of ["GoldCrest", "goldcrest"]) expect([word, filesWith(place, word)]).toEqual([word, []]);
  expect(filesWith(place, "kingfisher").length).toBeGreaterThan(5);
  expect(queryStore(place, "SELECT session_id FROM sessions ORDER BY 1")).toContainEqual({
    session_id: "s-owl",
  });
}, 60_000);

test("--project removes everything", async () => {
  expect(filesWith(place, "kingfisher").length).toBeGreaterThan(5);
  expect((await runCommand(place, "forget", "--project", ".", "--yes")).exitCode).toBe(0);
  for (const word of ["nightjar", "GoldCrest", "kingfisher", place.project])
    expect([word, filesWith(place, word).filter((path) => !path.startsWith(`${place.project}/`))]).toEqual([
      word,
      [],
    ]);
}, 60_000);
