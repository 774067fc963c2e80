// The memory database is attached to the ledger's connection. Its tables have names of their own, so queries name tables of
// both files as if they were one. A transaction over both is all or nothing in each file, not across them: whoever writes
// to both must be able to do it again.
import { pathExists } from "../platform/files.ts";
import {
  isOlder,
  memoryPath,
  openFile,
  type Store,
  schemaVersion,
  sqliteCode,
  toStoreError,
} from "./open.ts";

export async function attachMemory(store: Store, ledgerPath: string): Promise<void> {
  const file = memoryPath(ledgerPath);
  // Asked first, as in openFile: a file that comes into being while SQLite attaches it could only be read.
  if (pathExists(file) && attachCurrent(store, file)) return;
  // Created, migrated or quarantined on a connection of its own.
  (await openFile(file, "memory")).close();
  attach(store, file);
  // A new file knows none of the prompts yet.
  store.run("UPDATE prompts SET indexed = 0 WHERE indexed = 1 AND NOT EXISTS (SELECT 1 FROM prompts_fts)");
}

export function isAttached(store: Store): boolean {
  const rows = store.query("PRAGMA database_list").all() as { name: string }[];
  return rows.some(({ name }) => name === "memory");
}

/** False when it is missing, older or damaged. Does not ask first whether it is attached: mostly it is not. */
function attachCurrent(store: Store, file: string): boolean {
  try {
    attach(store, file);
  } catch (error) {
    // SQLite has no code of its own for this.
    if (String(error).includes("database memory is already in use")) return true;
    if (sqliteCode(error).startsWith("SQLITE_BUSY")) throw error;
    return false;
  }
  try {
    if (!isOlder(schemaVersion(store, "memory"), "memory")) return true;
  } catch (error) {
    if (toStoreError(error).problem !== "corrupt") throw error;
  }
  store.run("DETACH memory");
  return false;
}

function attach(store: Store, file: string): void {
  store.query("ATTACH $file AS memory").run({ file });
  store.run("PRAGMA memory.synchronous = NORMAL");
}
