// Prunes the store to the limits of the config. Never runs in a hook, and pauses between pieces so that hooks can write.
import type { Config } from "../config/schema.ts";
import { markShown, queueMessage } from "../store/notices.ts";
import type { Store } from "../store/open.ts";
import {
  countOld,
  countOldestCalls,
  countOldestObservations,
  type DroppedRows,
  databaseBytes,
  dropOld,
  dropOldestCalls,
  dropOldestObservations,
  vacuumPages,
} from "../store/retention.ts";
import { countNoun } from "../text/count-noun.ts";

const DAY = 24 * 3_600_000;
/** Runs are small and worth comparing over time: they outlive the calls they were found in. */
const MIN_RUN_DAYS = 365;
const MEGABYTE = 1024 * 1024;
const MIN_PAUSE_MS = 15;

export interface PruneResult {
  calls: number;
  events: number;
  observations: number;
  bytesBefore: number;
  bytesAfter: number;
}

export async function pruneStore(store: Store, { retention }: Config, now: number): Promise<PruneResult> {
  const bytesBefore = databaseBytes(store);
  const before = now - retention.rawDays * DAY;
  const old = await repeat(() => dropOld(store, "pending_queue", before));
  const events = await repeat(() => dropOld(store, "event_log", before));
  await repeat(() => dropOld(store, "recall_receipts", before));
  await repeat(() => dropOld(store, "judge_calls", before));
  const runsBefore = now - Math.max(MIN_RUN_DAYS, retention.rawDays) * DAY;
  await repeat(() => dropOld(store, "runs", runsBefore));
  const over = () => databaseBytes(store) - retention.megabytes * MEGABYTE;
  const large = await repeat(
    () => dropOldestCalls(store),
    () => over() <= 0,
  );
  // Dropped bytes are counted, because the full-text index frees its pages later.
  const left = over();
  const observations = await repeat(
    () => dropOldestObservations(store),
    ({ bytes }) => bytes >= left,
  );
  const bytesAfter = databaseBytes(store);
  await repeat(() => ({ n: vacuumPages(store), bytes: 0 }));
  return {
    calls: old.n + large.n,
    events: events.n,
    observations: observations.n,
    bytesBefore,
    bytesAfter,
  };
}

/** Queues for the session that is at work that observations were removed because of the size: once a month, as it goes on daily. */
export function announcePruned(
  store: Store,
  { observations }: Pick<PruneResult, "observations">,
  { retention }: Config,
  now: number,
): void {
  const month = new Date(now).toISOString().slice(0, 7);
  const newest = store
    .query(
      "SELECT session_id AS id FROM sessions WHERE source IS NOT 'ingest' ORDER BY last_seen_at DESC LIMIT 1",
    )
    .get() as { id: string } | null;
  if (observations === 0 || newest === null || !markShown(store, "", `pruned:${month}`)) return;
  const { oldest } = store.query("SELECT min(at) AS oldest FROM observations").get() as { oldest: number };
  const day = new Date(oldest).toISOString().slice(0, 10);
  const text = `holdfast: its database reached ${retention.megabytes} MB, so ${countNoun(observations, "record")} of tool calls before ${day} were removed. To keep more, raise \`retention.megabytes\`.`;
  queueMessage(store, newest.id, text, now);
}

/** What pruning would do, estimated from the lengths of the texts. */
export function estimatePrune(store: Store, { retention }: Config, now: number): PruneResult {
  const bytesBefore = databaseBytes(store);
  const before = now - retention.rawDays * DAY;
  const old = countOld(store, "pending_queue", before);
  const over = bytesBefore - old.bytes - retention.megabytes * MEGABYTE;
  const large = countOldestCalls(store, over, before);
  const observations = countOldestObservations(store, over - large.bytes);
  return {
    calls: old.n + large.n,
    events: countOld(store, "event_log", before).n,
    observations: observations.n,
    bytesBefore,
    bytesAfter: Math.max(0, bytesBefore - old.bytes - large.bytes - observations.bytes),
  };
}

/** Repeats until nothing is left to drop, or enough was dropped. */
async function repeat(
  dropPiece: () => DroppedRows,
  isEnough: (dropped: DroppedRows) => boolean = () => false,
): Promise<DroppedRows> {
  const total: DroppedRows = { n: 0, bytes: 0 };
  while (!isEnough(total)) {
    const from = performance.now();
    const piece = dropPiece();
    if (piece.n === 0) break;
    total.n += piece.n;
    total.bytes += piece.bytes;
    // Pauses as long as the piece took, so that a waiting hook most likely gets the lock.
    await Bun.sleep(Math.max(MIN_PAUSE_MS, performance.now() - from));
  }
  return total;
}
