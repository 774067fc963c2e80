// Attaches the memory database to the ledger's connection. Table names are unique across both files, so queries use them as if
// they were one database. A transaction over both is atomic in each file, but not across them: a write to both must be safe
// to repeat.
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
  // Checked first, as in openFile: a file that appears while SQLite attaches it would be read-only.
  if (pathExists(file) && attachCurrent(store, file)) return;
  // Creates, migrates or quarantines it, on a connection of its own.
  (await openFile(file, "memory")).close();
  attach(store, file);
  // A new file has no prompts in its index.
  store.run("UPDATE prompts SET indexed = 0 WHERE indexed = 1 AND NOT EXISTS (SELECT 1 FROM prompts_fts)");
}

export function isAttached(store: Store): boolean {
  const rows = store.query("PRAGMA database_list").all() as { name: string }[];
  return rows.some(({ name }) => name === "memory");
}

/** False when the file is missing, older or damaged. Tries without checking, because usually it is not attached yet. */
function attachCurrent(store: Store, file: string): boolean {
  try {
    attach(store, file);
  } catch (error) {
    // SQLite has no error code for this.
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
