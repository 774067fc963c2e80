// What is remembered is a file of its own, attached to the ledger's connection: its tables have names of their own, so a
// query names them as if all were one. A transaction over both is all or nothing in each file, not in both at once: who
// writes to both must bear doing it again.
import { memoryPath, type Store } from "./open.ts";
import { sqliteCode, toStoreError } from "./store-error.ts";
import { isOlder, openFile, schemaVersion } from "./store-file.ts";

export async function attachMemory(store: Store, path: string): Promise<void> {
  const file = memoryPath(path);
  if (attachWhole(store, file)) return;
  // Made, brought up to date or set aside on a connection of its own.
  (await openFile(file, "memory")).close();
  attach(store, file);
  // A new file knows none of the prompts yet.
  store.run("UPDATE prompts SET indexed = 0 WHERE indexed = 1 AND NOT EXISTS (SELECT 1 FROM prompts_fts)");
}

export function isAttached(store: Store): boolean {
  const rows = store.query("PRAGMA database_list").all() as { name: string }[];
  return rows.some(({ name }) => name === "memory");
}

/** False when it is not there, older or damaged. Whether it is attached already is not asked first: mostly it is not. */
function attachWhole(store: Store, file: string): boolean {
  try {
    attach(store, file);
  } catch (error) {
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
