// Hooks and what they start in the background checkpoint only here: when a session ends, and once a write-ahead log has grown.
import { memoryPath, type Store, writeMeta } from "./open.ts";

// The first process to open the store reads the whole log, and a hook is usually the first: a short log is fast.
const MAX_WAL_BYTES = 256 * 1024;

/** Moves as much of the log into the database as other processes allow. Never waits. */
export function checkpointPassively(store: Store): void {
  store.run("PRAGMA wal_checkpoint(PASSIVE)");
}

export function isWalLong(path: string): boolean {
  return Bun.file(`${path}-wal`).size >= MAX_WAL_BYTES;
}

/** For events that the client does not wait for. */
export function truncateLongWal(store: Store, path: string): void {
  if (isWalLong(path)) truncateWal(store);
}

/** The same with the memory database attached. */
export function truncateLongWals(store: Store, path: string): void {
  if (isWalLong(path) || isWalLong(memoryPath(path))) truncateWal(store);
}

function truncateWal(store: Store): void {
  store.run("PRAGMA busy_timeout = 0");
  try {
    store.run("PRAGMA wal_checkpoint(TRUNCATE)");
    startWal(store);
  } finally {
    store.run("PRAGMA busy_timeout = 2000");
  }
}

/** The first write to an empty log waits for the disk: better here than at a stop. */
function startWal(store: Store): void {
  try {
    writeMeta(store, "log_begun", "1");
  } catch {
    // Another process is writing, and so started it; or nobody can, which the next event reports.
  }
}
