// One file of the store: opened, and where it must be made, brought up to date or set aside.
import { Database } from "bun:sqlite";
import { LEDGER_VERSION, MEMORY_VERSION } from "./schema-version.ts";
import { StoreError, sqliteCode, toStoreError } from "./store-error.ts";

export type StoreKind = "ledger" | "memory";

/** Opens a file for reading and writing, and makes it when it is not there. */
export async function openFile(path: string, kind: StoreKind, waitMs?: number): Promise<Database> {
  try {
    return await openExisting(path, kind, waitMs);
  } catch (error) {
    try {
      await mend(path, kind, error);
      return await openExisting(path, kind, waitMs);
    } catch (failure) {
      throw toStoreError(failure);
    }
  }
}

async function mend(path: string, kind: StoreKind, error: unknown): Promise<void> {
  if (sqliteCode(error).startsWith("SQLITE_CANTOPEN")) {
    const { createStore } = await import("./create.ts");
    return createStore(path, kind);
  }
  if (toStoreError(error).problem !== "corrupt") throw error;
  const { quarantineStore } = await import("./quarantine.ts");
  await quarantineStore(path, kind);
}

/** Opens a file that must exist; migrates it when it is older. */
export async function openExisting(path: string, kind: StoreKind, waitMs?: number): Promise<Database> {
  const store = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    prepareConnection(store, waitMs);
    if (isOlder(schemaVersion(store), kind)) {
      const { migrate } = await import("./migrate.ts");
      migrate(store, kind);
    }
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

export function prepareConnection(store: Database, waitMs = 2000): void {
  // The wait comes first: every later statement may meet another process's lock. A commit never pays for a checkpoint; see
  // maintain.ts for who does.
  store.run(`PRAGMA busy_timeout = ${waitMs}; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0`);
}

/** Throws for a version that a newer holdfast made. */
export function isOlder(version: number, kind: StoreKind): boolean {
  const known = kind === "ledger" ? LEDGER_VERSION : MEMORY_VERSION;
  if (version > known) {
    const message = `the database is from a newer holdfast (schema ${version}, this one knows ${known})`;
    throw new StoreError("newer", message);
  }
  return version < known;
}

export function schemaVersion(store: Database, name = "main"): number {
  const row = store.query(`PRAGMA ${name}.user_version`).get() as { user_version: number };
  return row.user_version;
}
