// The queue of recorded tool calls, and of check runs by holdfast itself, that will become observations.
import type { CommandResult } from "../../platform/process/run-command.ts";
import type { Store } from "../../store/open.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";

export interface QueueRow {
  id: number;
  session_id: string;
  tool_use_id: string | null;
  tool_name: string;
  /** JSON of a `RawCall`. */
  raw_output: string;
  /** JSON list of paths. */
  files_touched: string;
  priority: string;
  status: "raw" | "processing" | "done" | "error";
  attempts: number;
  created_at: number;
}

export interface NewCall {
  sessionId: string;
  toolUseId: string | null;
  tool: string;
  rawOutput: string;
  filesTouched: string;
  priority: "high" | "normal" | "low";
  at: number;
  /** The duration of the hook that recorded the call. */
  hookMs?: number;
}

/** Ignores an event that arrives twice. */
export function enqueueCall(store: Store, call: NewCall): void {
  store
    .query(
      `INSERT OR IGNORE INTO pending_queue (session_id, tool_use_id, tool_name, raw_output, files_touched, priority,
         created_at, hook_ms)
       VALUES ($sessionId, $toolUseId, $tool, $rawOutput, $filesTouched, $priority, $at, $hookMs)`,
    )
    .run({ ...call, hookMs: call.hookMs ?? null });
}

export function hasCallsAfter(store: Store, sessionId: string, at: number): boolean {
  const found = store.query(
    "SELECT 1 FROM pending_queue WHERE session_id = $sessionId AND created_at > $at LIMIT 1",
  );
  return found.get({ sessionId, at }) !== null;
}

export function hasWaitingCalls(store: Store): boolean {
  return store.query("SELECT 1 FROM pending_queue WHERE status = 'raw' LIMIT 1").get() !== null;
}

export interface QueueCounts {
  waiting: number;
  /** Calls that no drain could process. */
  poison: number;
  kept: number;
}

export function countQueue(store: Store): QueueCounts {
  return store
    .query(
      `SELECT count(*) FILTER (WHERE status IN ('raw', 'processing')) AS waiting,
         count(*) FILTER (WHERE status = 'error') AS poison, count(*) AS kept FROM pending_queue`,
    )
    .get() as QueueCounts;
}

/** A row that was in process when this many drains died is skipped. Drains killed by chance are rarely at the same row. */
const MAX_ATTEMPTS = 5;

/**
 * Claims the oldest rows of one session. The caller holds the drain lock, so rows still in processing were left by a drain
 * that died: they are retried one at a time, to isolate the row that caused it.
 */
export function claimCalls(store: Store, max: number): QueueRow[] {
  store.run(
    `UPDATE pending_queue SET status = 'error' WHERE status = 'processing' AND attempts >= ${MAX_ATTEMPTS}`,
  );
  const retried = claim(store, "status = 'processing'", 1);
  return retried.length > 0 ? retried : claim(store, "status = 'raw'", max);
}

function claim(store: Store, condition: string, max: number): QueueRow[] {
  const rows = store
    .query(
      `UPDATE pending_queue SET status = 'processing', attempts = attempts + 1 WHERE id IN (
         SELECT id FROM pending_queue WHERE ${condition} AND session_id = (
           SELECT session_id FROM pending_queue WHERE ${condition} ORDER BY id LIMIT 1)
         ORDER BY id LIMIT $max)
       RETURNING *`,
    )
    .all({ max }) as QueueRow[];
  return rows.sort((a, b) => a.id - b.id);
}

export function finishCall(store: Store, id: number, status: "done" | "error"): void {
  store.query("UPDATE pending_queue SET status = $status WHERE id = $id").run({ id, status });
}

/** Calls of these tools in a session, newest first, processed or not. */
export function listNewestCalls(
  store: Store,
  sessionId: string,
  tools: readonly string[],
  max: number,
): QueueRow[] {
  return store
    .query(
      `SELECT * FROM pending_queue
       WHERE session_id = $sessionId AND tool_name IN (SELECT value FROM json_each($tools))
       ORDER BY id DESC LIMIT $max`,
    )
    .all({ sessionId, tools: JSON.stringify(tools), max }) as QueueRow[];
}

/** The sessions of a project with calls that no drain has processed yet. */
export function listWaitingSessions(store: Store, project: { key: string; dir: string }): string[] {
  const rows = store
    .query(
      `SELECT session_id FROM sessions
       WHERE (project_key = $key OR (project_key IS NULL AND project_dir = $dir)) AND EXISTS (
         SELECT 1 FROM pending_queue AS call
         WHERE call.session_id = sessions.session_id AND call.status IN ('raw', 'processing'))`,
    )
    .all(project) as { session_id: string }[];
  return rows.map(({ session_id }) => session_id);
}

/** For each of these files, the other session that last edited it since `since`. */
export function findOtherEditors(
  store: Store,
  { sessionId, since, paths }: { sessionId: string; since: number; paths: readonly string[] },
): Map<string, string> {
  const rows = store
    .query(
      `SELECT file.value AS path, call.session_id AS editor
       FROM sessions JOIN pending_queue AS call ON call.session_id = sessions.session_id,
         json_each(iif(json_valid(call.files_touched), call.files_touched, '[]')) AS file
       WHERE sessions.session_id <> $sessionId AND sessions.last_seen_at >= $since AND call.created_at >= $since
         AND call.tool_name IN ('Write', 'Edit', 'MultiEdit', 'NotebookEdit')
         AND file.value IN (SELECT value FROM json_each($paths))
       ORDER BY call.created_at`,
    )
    .all({ sessionId, since, paths: JSON.stringify(paths) }) as { path: string; editor: string }[];
  return new Map(rows.map(({ path, editor }) => [path, editor]));
}

/** The tool name of check runs by holdfast itself. */
export const OWN_RUN_TOOL = "holdfast";
/** What their ids begin with. Those that a command made in an agent's shell are shown as the agent's. */
const OWN_RUN_ID = "holdfast-";
const SHELL_RUN_ID = "shell-";

export interface OwnRun {
  sessionId: string;
  /** The gate and check, such as "quality lint". */
  check: string;
  command: string;
  dir: string;
  /** The fingerprint of the work tree; null when unknown. */
  tree: string | null;
  /** It was started in an agent's shell, or with other variables than the prompt's hook: either can be rigged. */
  isInAgent?: boolean;
}

type Result = Pick<CommandResult, "outcome" | "exitCode" | "output">;

/** An own run as queued, in JSON. */
export interface RawOwnRun extends Omit<OwnRun, "sessionId" | "isInAgent">, Result {}

/** Keeps the end of the output, where summaries are. */
const MAX_OUTPUT = 8000;

export async function recordOwnRun(
  store: Store,
  { sessionId, isInAgent, ...run }: OwnRun,
  { outcome, exitCode, output }: Result,
): Promise<void> {
  if (outcome === "killed") return;
  const raw: RawOwnRun = {
    ...run,
    command: await withoutSecrets(run.command),
    outcome,
    exitCode,
    output: (await withoutSecrets(output)).slice(-MAX_OUTPUT),
  };
  const call: NewCall = {
    sessionId,
    toolUseId: `${isInAgent ? SHELL_RUN_ID : OWN_RUN_ID}${crypto.randomUUID()}`,
    tool: OWN_RUN_TOOL,
    rawOutput: JSON.stringify(raw),
    filesTouched: "[]",
    priority: "normal",
    at: Date.now(),
  };
  enqueueCall(store, call);
}

/** A gate made this run, or a person's command. */
export function isRunByHoldfast(toolUseId: string | null): boolean {
  return toolUseId?.startsWith(OWN_RUN_ID) ?? false;
}

export function isOwnRun({ tool_name }: Pick<QueueRow, "tool_name">): boolean {
  return tool_name === OWN_RUN_TOOL;
}

/** Commands of own runs that passed in a session since `since`. */
export function listPassedOwnRuns(store: Store, sessionId: string, since: number): string[] {
  const rows = store
    .query(
      `SELECT raw_output ->> '$.command' AS command FROM pending_queue WHERE session_id = $sessionId
         AND tool_name = '${OWN_RUN_TOOL}' AND created_at >= $since AND json_valid(raw_output)
         AND raw_output ->> '$.outcome' = 'passed'`,
    )
    .all({ sessionId, since }) as { command: string | null }[];
  return rows.flatMap(({ command }) => command ?? []);
}

/** The last own run of exactly this command, in this folder and on this tree. */
export function findOwnRun(
  store: Store,
  { sessionId, ...run }: Pick<OwnRun, "sessionId" | "command" | "dir"> & { tree: string },
): { run: RawOwnRun; at: number } | null {
  const row = store
    .query(
      `SELECT raw_output AS raw, created_at AS at FROM pending_queue
       WHERE session_id = $sessionId AND tool_name = '${OWN_RUN_TOOL}' AND json_valid(raw_output)
         AND raw_output ->> '$.command' = $command AND raw_output ->> '$.dir' = $dir AND raw_output ->> '$.tree' = $tree
       ORDER BY id DESC LIMIT 1`,
    )
    .get({ sessionId, ...run }) as { raw: string; at: number } | null;
  return row && { run: JSON.parse(row.raw) as RawOwnRun, at: row.at };
}
