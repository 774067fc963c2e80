// Keeps the store within what the config allows. Never on the way of a hook.
import type { Config } from "../config/config.ts";
import type { Store } from "../store/open.ts";
import { databaseBytes, dropOldest, dropRawBefore, giveBackSpace, type Pruned } from "../store/retention.ts";

const DAY = 24 * 3_600_000;
const MEGABYTE = 1024 * 1024;

export interface PruneResult extends Pruned {
  bytesBefore: number;
  bytesAfter: number;
}

export function pruneStore(store: Store, { retention }: Config, now: number, dryRun: boolean): PruneResult {
  const bytesBefore = databaseBytes(store);
  store.run("BEGIN IMMEDIATE");
  try {
    const old = dropRawBefore(store, now - retention.rawDays * DAY);
    const over = databaseBytes(store) - retention.megabytes * MEGABYTE;
    const large = over > 0 ? dropOldest(store, over) : { calls: 0, events: 0, observations: 0 };
    const bytesAfter = databaseBytes(store);
    store.run(dryRun ? "ROLLBACK" : "COMMIT");
    if (!dryRun && bytesAfter < bytesBefore) giveBackSpace(store);
    return {
      calls: old.calls + large.calls,
      events: old.events + large.events,
      observations: old.observations + large.observations,
      bytesBefore,
      bytesAfter,
    };
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}
