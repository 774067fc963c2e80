// Deletes what is too old or too much: raw calls first, the newest last. In small batches of one file each, found before
// they are deleted: hooks that write wait for a batch, not for all of it.
import type { Store } from "./open.ts";

/** Deleted rows, and about how many bytes they had. */
export interface DroppedRows {
  n: number;
  bytes: number;
}

const MAX_CALLS = 100;
const MAX_LINES = 1000;
const MAX_HOURS = 24;
/** Few, because each one's words are removed from the search index one by one. */
const MAX_OBSERVATIONS = 10;
/** The search index holds the words once more. */
const INDEX_FACTOR = 2;
const MAX_PAGES = 200;
const FILES = ["main", "memory"];

const FINISHED = "status IN ('done', 'error')";
/** A row that fills most of a page has it to itself; a longer one has pages of its own. */
const CALL_BYTES = `iif(length(raw_output) > 3900, (length(raw_output) / 4092 + 1) * 4096,
  4096 / (4000 / (length(raw_output) + 100)))`;
const OBSERVATION_BYTES = `${INDEX_FACTOR} * (length(title) + length(summary) + length(files))`;

/** The raw calls. What was derived from them stays. */
export function dropOldCalls(store: Store, before: number): DroppedRows {
  const ids = idsOf(store, `SELECT id FROM pending_queue WHERE created_at < $before LIMIT ${MAX_CALLS}`, {
    before,
  });
  return drop(store, "pending_queue", ids, CALL_BYTES);
}

export function dropOldEvents(store: Store, before: number): DroppedRows {
  const ids = idsOf(store, `SELECT id FROM event_log WHERE at < $before LIMIT ${MAX_LINES}`, { before });
  return drop(store, "event_log", ids, "0");
}

/** What recall gave to sessions of that time. */
export function dropOldReceipts(store: Store, before: number): DroppedRows {
  const ids = idsOf(store, `SELECT id FROM recall_receipts WHERE at < $before LIMIT ${MAX_LINES}`, {
    before,
  });
  store
    .query("DELETE FROM recall_items WHERE receipt_id IN (SELECT value FROM json_each($ids))")
    .run({ ids });
  return drop(store, "recall_receipts", ids, "0");
}

/** Hourly metrics. */
export function dropOldMetrics(store: Store, before: number): DroppedRows {
  const hours = idsOf(
    store,
    `SELECT DISTINCT hour AS id FROM metrics WHERE hour < $before ORDER BY hour LIMIT ${MAX_HOURS}`,
    { before },
  );
  return drop(store, "metrics", hours, "0", "hour");
}

/** Of checks. */
export function dropOldRuns(store: Store, before: number): DroppedRows {
  const ids = idsOf(store, `SELECT id FROM runs WHERE at < $before ORDER BY id LIMIT ${MAX_LINES}`, {
    before,
  });
  return drop(store, "runs", ids, "0");
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

/** What would be deleted by age. */
export function countOld(store: Store, before: number): { calls: DroppedRows; events: number } {
  const calls = store
    .query(
      `SELECT count(*) AS n, coalesce(sum(${CALL_BYTES}), 0) AS bytes FROM pending_queue WHERE created_at < $before`,
    )
    .get({ before }) as DroppedRows;
  const events = store.query("SELECT count(*) AS n FROM event_log WHERE at < $before").get({ before });
  return { calls, events: (events as { n: number }).n };
}

export function countOldMetrics(store: Store, before: number): number {
  const row = store.query("SELECT count(*) AS n FROM metrics WHERE hour < $before").get({ before });
  return (row as { n: number }).n;
}

/** Of the calls that are young enough: what would be deleted to free so many bytes. */
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

/** Gives some free pages back to the disk; returns how many. */
export function giveBackPages(store: Store): number {
  let given = 0;
  for (const name of FILES) {
    const free = readNumber(store, `${name}.freelist_count`);
    if (free === 0) continue;
    store.run(`PRAGMA ${name}.incremental_vacuum(${MAX_PAGES})`);
    given += free - readNumber(store, `${name}.freelist_count`);
  }
  return given;
}

function readNumber(store: Store, pragma: string): number {
  return Object.values(store.query(`PRAGMA ${pragma}`).get() as object)[0] ?? 0;
}
