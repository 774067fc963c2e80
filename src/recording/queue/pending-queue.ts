// Tool calls as they were recorded, until something useful is made of them.

import type { Store } from "../../store/open.ts";
import type { CallRow } from "../capture/redact-call.ts";

export interface QueueRow {
  id: number;
  session_id: string;
  tool_use_id: string | null;
  tool_name: string;
  /** JSON: input, response, project_dir. */
  raw_output: string;
  /** JSON: paths. */
  files_touched: string;
  priority: string;
  status: "raw" | "processing" | "done" | "error";
  attempts: number;
  created_at: number;
}

export interface NewCall extends CallRow {
  sessionId: string;
  toolUseId: string | null;
  tool: string;
  at: number;
}

/** An event that comes twice is one row. */
export function enqueueCall(store: Store, call: NewCall): void {
  store
    .query(
      `INSERT OR IGNORE INTO pending_queue (session_id, tool_use_id, tool_name, raw_output, files_touched, priority,
         created_at)
       VALUES ($sessionId, $toolUseId, $tool, $rawOutput, $filesTouched, $priority, $at)`,
    )
    .run({ ...call });
}

/** Not more than `most` are counted. */
export function countWaiting(store: Store, most: number): number {
  const row = store
    .query("SELECT count(*) AS n FROM (SELECT 1 FROM pending_queue WHERE status = 'raw' LIMIT $most)")
    .get({ most }) as { n: number };
  return row.n;
}

export interface QueueCounts {
  waiting: number;
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

/** A row that brought the drain down this often is set aside. A drain that is merely killed is rarely at the same row. */
const MAX_ATTEMPTS = 5;

/**
 * Takes the oldest rows of one session. Whoever calls has the lock, so a row still in work was left by a drain that
 * died: such rows are tried one at a time, and the one that kills is found.
 */
export function claimCalls(store: Store, most: number): QueueRow[] {
  store.run(
    `UPDATE pending_queue SET status = 'error' WHERE status = 'processing' AND attempts >= ${MAX_ATTEMPTS}`,
  );
  const tried = claim(store, "status = 'processing'", 1);
  return tried.length > 0 ? tried : claim(store, "status = 'raw'", most);
}

function claim(store: Store, which: string, most: number): QueueRow[] {
  const rows = store
    .query(
      `UPDATE pending_queue SET status = 'processing', attempts = attempts + 1 WHERE id IN (
         SELECT id FROM pending_queue WHERE ${which} AND session_id = (
           SELECT session_id FROM pending_queue WHERE ${which} ORDER BY id LIMIT 1)
         ORDER BY id LIMIT $most)
       RETURNING *`,
    )
    .all({ most }) as QueueRow[];
  return rows.sort((a, b) => a.id - b.id);
}

export function finishCall(store: Store, id: number, status: "done" | "error"): void {
  store.query("UPDATE pending_queue SET status = $status WHERE id = $id").run({ id, status });
}

/** Calls of these tools in a session, newest first, whether they were looked at or not. */
export function newestCalls(
  store: Store,
  sessionId: string,
  tools: readonly string[],
  most: number,
): Pick<QueueRow, "tool_name" | "raw_output" | "files_touched">[] {
  return store
    .query(
      `SELECT tool_name, raw_output, files_touched FROM pending_queue
       WHERE session_id = $sessionId AND tool_name IN (SELECT value FROM json_each($tools))
       ORDER BY id DESC LIMIT $most`,
    )
    .all({ sessionId, tools: JSON.stringify(tools), most }) as Pick<
    QueueRow,
    "tool_name" | "raw_output" | "files_touched"
  >[];
}
