// Hooks checkpoint only here: when a session ends, and on async events once the log has grown.
import { type Store, writeMeta } from "./open.ts";

// A hook is mostly the only process with the store open, and then reads the whole log first: small is fast.
const MAX_LOG_BYTES = 256 * 1024;

/** Moves the log into the database as far as no other process is in the way; never waits. */
export function checkpointPassively(store: Store): void {
  store.run("PRAGMA wal_checkpoint(PASSIVE)");
}

export function isWalLong(path: string): boolean {
  return Bun.file(`${path}-wal`).size >= MAX_LOG_BYTES;
}

/** For events the client does not wait for: truncates the log once it is over the limit. */
export function truncateLongWal(store: Store, path: string): void {
  if (!isWalLong(path)) return;
  store.run("PRAGMA busy_timeout = 0");
  try {
    store.run("PRAGMA wal_checkpoint(TRUNCATE)");
    beginLog(store);
  } finally {
    store.run("PRAGMA busy_timeout = 2000");
  }
}

/** The first write to an empty log waits for the disk: better here than in a stop. */
function beginLog(store: Store): void {
  try {
    writeMeta(store, "log_begun", "1");
  } catch {
    // Another process writes, and so began it; or nobody can, which the next event reports.
  }
}
