// Checkpoints happen here and nowhere else: when a session ends, and on async events once the log has grown.
import type { Store } from "./open.ts";

// Each hook opens the store alone and reads the whole log back first, page by page: small is fast.
const LOG_LIMIT_BYTES = 256 * 1024;

/** Moves the log into the database as far as nobody is in the way; never waits. */
export function checkpointPassively(store: Store): void {
  store.run("PRAGMA wal_checkpoint(PASSIVE)");
}

export function isLogLong(path: string): boolean {
  return Bun.file(`${path}-wal`).size >= LOG_LIMIT_BYTES;
}

/** For events the client does not wait for: empties the log once it is over the limit. */
export function trimLog(store: Store, path: string): void {
  if (!isLogLong(path)) return;
  store.run("PRAGMA busy_timeout = 0");
  try {
    store.run("PRAGMA wal_checkpoint(TRUNCATE)");
    beginLog(store);
  } finally {
    store.run("PRAGMA busy_timeout = 2000");
  }
}

/** The first to write into an empty log waits for the disk: better here than where somebody waits for a stop. */
function beginLog(store: Store): void {
  try {
    store.run("INSERT OR REPLACE INTO meta (key, value) VALUES ('log_begun', '1')");
  } catch {
    // Somebody else writes, and so began it; or nobody can, which the next event says.
  }
}
