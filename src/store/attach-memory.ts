// Attaches the memory database to the ledger's connection. Table names are unique across both files, so queries use them as if
// they were one database. A transaction over both is atomic in each file, but not across them: a write to both must be safe
// to repeat.
import { pathExists } from "../platform/files.ts";
import {
  isOlder,
  memoryPath,
  openFile,
  type Store,
  StoreError,
  schemaVersion,
  sqliteCode,
  toStoreError,
} from "./open.ts";

/** A hook converts no larger file of an older version: 6 MB took 0.2 s, 0.4 s on a busy machine. */
const MAX_CONVERTED_IN_HOOK = 4 * 1024 * 1024;

/** For hooks. A large file of an older version is converted by a detached process, and cannot be used until then. */
export async function attachMemoryInHook(store: Store, ledgerPath: string): Promise<void> {
  const file = memoryPath(ledgerPath);
  if (tryAttach(store, file) === "older" && Bun.file(file).size > MAX_CONVERTED_IN_HOOK) {
    const { startDetached } = await import("../platform/process/start-self.ts");
    startDetached(["drain", "--quiet"]);
    throw new StoreError("converting", "the memory database is being converted to this version");
  }
  await attachMemory(store, ledgerPath);
}

export async function attachMemory(store: Store, ledgerPath: string): Promise<void> {
  const file = memoryPath(ledgerPath);
  if (tryAttach(store, file) === "attached") return;
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

/** "unusable": missing or damaged. Tries without checking, because usually it is not attached yet. */
function tryAttach(store: Store, file: string): "attached" | "older" | "unusable" {
  // Checked first, as in openFile: a file that appears while SQLite attaches it would be read-only.
  if (!pathExists(file)) return "unusable";
  try {
    attach(store, file);
  } catch (error) {
    // SQLite has no error code for this.
    if (String(error).includes("database memory is already in use")) return "attached";
    if (sqliteCode(error).startsWith("SQLITE_BUSY")) throw error;
    return "unusable";
  }
  let problem: "older" | "unusable" = "older";
  try {
    if (!isOlder(schemaVersion(store, "memory"), "memory")) return "attached";
  } catch (error) {
    if (toStoreError(error).problem !== "corrupt") throw error;
    problem = "unusable";
  }
  store.run("DETACH memory");
  return problem;
}

function attach(store: Store, file: string): void {
  store.query("ATTACH $file AS memory").run({ file });
  store.run("PRAGMA memory.synchronous = NORMAL");
}
