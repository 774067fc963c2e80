// What goes when it is too old or there is too much: the raw calls first, the newest last.
import type { Store } from "./open.ts";

export interface Pruned {
  calls: number;
  events: number;
  observations: number;
}

/** Calls in full, and the log. What was made of them stays. */
export function dropRawBefore(store: Store, before: number): Pruned {
  const calls = store.query("DELETE FROM pending_queue WHERE created_at < $before").run({ before }).changes;
  const events = store.query("DELETE FROM event_log WHERE at < $before").run({ before }).changes;
  dropReceipts(store, before);
  return { calls, events, observations: 0 };
}

/** What sessions of that time were told. */
function dropReceipts(store: Store, before: number): void {
  store
    .query("DELETE FROM recall_items WHERE receipt_id IN (SELECT id FROM recall_receipts WHERE at < $before)")
    .run({ before });
  store.query("DELETE FROM recall_receipts WHERE at < $before").run({ before });
}

/** Frees at least so many bytes, as far as there is something to drop. */
export function dropOldest(store: Store, bytes: number): Pruned {
  const total: Pruned = { calls: 0, events: 0, observations: 0 };
  let left = bytes - dropCalls(store, bytes, total);
  while (left > 0) {
    const { n, freed } = dropOldestObservations(store);
    if (n === 0) break;
    total.observations += n;
    left -= freed;
  }
  return total;
}

function dropCalls(store: Store, bytes: number, total: Pruned): number {
  let freed = 0;
  while (freed < bytes) {
    const rows = store
      .query(
        `DELETE FROM pending_queue WHERE id IN (
           SELECT id FROM pending_queue WHERE status IN ('done', 'error') ORDER BY id LIMIT 500)
         RETURNING length(raw_output) AS size`,
      )
      .all() as { size: number }[];
    if (rows.length === 0) break;
    total.calls += rows.length;
    freed += rows.reduce((sum, row) => sum + row.size, 0);
  }
  return freed;
}

/** Its words stand in the index too. */
const INDEX_SHARE = 2;

function dropOldestObservations(store: Store): { n: number; freed: number } {
  const rows = store
    .query(
      `DELETE FROM observations WHERE id IN (SELECT id FROM observations ORDER BY at LIMIT 500)
       RETURNING length(title) + length(summary) + length(files) AS size`,
    )
    .all() as { size: number }[];
  return { n: rows.length, freed: INDEX_SHARE * rows.reduce((sum, row) => sum + row.size, 0) };
}

/** Of both files, without free pages. */
export function databaseBytes(store: Store): number {
  return FILES.reduce((sum, name) => {
    const read = (what: string) =>
      Object.values(store.query(`PRAGMA ${name}.${what}`).get() as object)[0] ?? 0;
    return sum + (read("page_count") - read("freelist_count")) * read("page_size");
  }, 0);
}

/** Gives free pages back to the disk. */
export function giveBackSpace(store: Store): void {
  for (const name of FILES) store.run(`PRAGMA ${name}.incremental_vacuum`);
}

const FILES = ["main", "memory"];
