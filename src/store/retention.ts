// Deletes rows that are too old or too many: raw calls first, oldest first. Works in small batches within one file, and selects
// them before it deletes, so that a writing hook waits for one batch at most.
import type { Store } from "./open.ts";

/** `bytes`: estimated. */
export interface DroppedRows {
  n: number;
  bytes: number;
}

const MAX_CALLS = 100;
/** Few, because deleting one also removes each of its words from the full-text index. */
const MAX_OBSERVATIONS = 10;
/** The full-text index stores the words a second time. */
const INDEX_FACTOR = 2;
const MAX_PAGES = 200;
const FILES = ["main", "memory"];

const FINISHED = "status IN ('done', 'error')";
/** Rows share a page of 4 KB as far as they fit; a longer row has pages of its own. */
const CALL_BYTES = `iif(length(raw_output) > 3900, (length(raw_output) / 4092 + 1) * 4096,
  4096 / (4000 / (length(raw_output) + 100)))`;
const OBSERVATION_BYTES = `${INDEX_FACTOR} * (length(title) + length(summary) + length(files))`;

/** Tables that are pruned by age: the column, and the size of a batch. Observations outlive the calls they come from. */
const BY_AGE = {
  pending_queue: { time: "created_at", max: MAX_CALLS, bytes: CALL_BYTES },
  event_log: { time: "at", max: 1000, bytes: "0" },
  recall_receipts: { time: "at", max: 1000, bytes: "0" },
  runs: { time: "at", max: 1000, bytes: "0" },
  judge_calls: { time: "at", max: 100, bytes: "length(digest)" },
};
type AgedTable = keyof typeof BY_AGE;

export function dropOld(store: Store, table: AgedTable, before: number): DroppedRows {
  const { time, max, bytes } = BY_AGE[table];
  const old = `SELECT id FROM ${table} WHERE ${time} < $before LIMIT ${max}`;
  const ids = idsOf(store, old, { before });
  if (table === "recall_receipts") drop(store, "recall_items", ids, "0", "receipt_id");
  return drop(store, table, ids, bytes);
}

/** What `dropOld` would delete. */
export function countOld(store: Store, table: AgedTable, before: number): DroppedRows {
  const { time, bytes } = BY_AGE[table];
  return store
    .query(`SELECT count(*) AS n, coalesce(sum(${bytes}), 0) AS bytes FROM ${table} WHERE ${time} < $before`)
    .get({ before }) as DroppedRows;
}

export function dropOldestCalls(store: Store): DroppedRows {
  const ids = idsOf(store, `SELECT id FROM pending_queue WHERE ${FINISHED} ORDER BY id LIMIT ${MAX_CALLS}`);
  return drop(store, "pending_queue", ids, CALL_BYTES);
}

export function dropOldestObservations(store: Store): DroppedRows {
  const ids = idsOf(store, `SELECT id FROM observations ORDER BY at LIMIT ${MAX_OBSERVATIONS}`);
  return drop(store, "observations", ids, OBSERVATION_BYTES);
}

/** The ids to delete, as JSON. */
function idsOf(store: Store, sql: string, bound: Record<string, number> = {}): string {
  return JSON.stringify((store.query(sql).all(bound) as { id: number }[]).map(({ id }) => id));
}

function drop(store: Store, table: string, ids: string, bytes: string, column = "id"): DroppedRows {
  const rows = store
    .query(
      `DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each($ids)) RETURNING ${bytes} AS bytes`,
    )
    .all({ ids }) as { bytes: number }[];
  return { n: rows.length, bytes: rows.reduce((sum, row) => sum + row.bytes, 0) };
}

/** What would be deleted to free this many bytes, among the calls that are not too old. */
export function countOldestCalls(store: Store, bytes: number, since: number): DroppedRows {
  return countUpTo(
    store,
    CALL_BYTES,
    `pending_queue WHERE ${FINISHED} AND created_at >= ${since}`,
    "id",
    bytes,
  );
}

export function countOldestObservations(store: Store, bytes: number): DroppedRows {
  return countUpTo(store, OBSERVATION_BYTES, "observations", "at, id", bytes);
}

function countUpTo(store: Store, size: string, from: string, order: string, bytes: number): DroppedRows {
  return store
    .query(
      `SELECT count(*) AS n, coalesce(sum(size), 0) AS bytes FROM (
         SELECT ${size} AS size, sum(${size}) OVER (ORDER BY ${order}) AS upTo FROM ${from})
       WHERE upTo - size < $bytes`,
    )
    .get({ bytes }) as DroppedRows;
}

/** Size of both files, without free pages. */
export function databaseBytes(store: Store): number {
  return FILES.reduce((sum, name) => {
    const pages = readNumber(store, `${name}.page_count`) - readNumber(store, `${name}.freelist_count`);
    return sum + pages * readNumber(store, `${name}.page_size`);
  }, 0);
}

/** Returns some free pages to the file system. Returns their number. */
export function vacuumPages(store: Store): number {
  let freed = 0;
  for (const name of FILES) {
    const free = readNumber(store, `${name}.freelist_count`);
    if (free === 0) continue;
    store.run(`PRAGMA ${name}.incremental_vacuum(${MAX_PAGES})`);
    freed += free - readNumber(store, `${name}.freelist_count`);
  }
  return freed;
}

function readNumber(store: Store, pragma: string): number {
  return Object.values(store.query(`PRAGMA ${pragma}`).get() as object)[0] ?? 0;
}
