// Opens the store. The common case is one open and three pragmas; everything rarer is loaded when needed.
import { Database } from "bun:sqlite";
import { MIGRATIONS } from "./migrations/registry.ts";
import { StoreError, sqliteCode, toStoreError } from "./store-error.ts";

export type Store = Database;

export const SCHEMA_VERSION = MIGRATIONS.length;

/** Opens the store for reading and writing, and makes it when it is not there. */
export async function openStore(path: string): Promise<Store> {
  try {
    return openExisting(path);
  } catch (error) {
    if (sqliteCode(error).startsWith("SQLITE_CANTOPEN")) {
      const { createStore } = await import("./create.ts");
      createStore(path);
      return openExisting(path);
    }
    const problem = toStoreError(error);
    if (problem.problem !== "corrupt") throw problem;
    const { quarantineStore } = await import("./quarantine.ts");
    await quarantineStore(path);
    return openExisting(path);
  }
}

/** Opens a store that must exist; migrates it when it is older. */
export function openExisting(path: string): Store {
  const store = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    prepareConnection(store);
    const version = schemaVersion(store);
    if (version > SCHEMA_VERSION) {
      throw new StoreError(
        "newer",
        `the database is from a newer holdfast (schema ${version}, this one knows ${SCHEMA_VERSION})`,
      );
    }
    if (version < SCHEMA_VERSION) migrate(store);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

export function prepareConnection(store: Store): void {
  // First of all: every later statement may meet another process's lock.
  store.run("PRAGMA busy_timeout = 2000");
  store.run("PRAGMA synchronous = NORMAL");
  // A commit never pays for a checkpoint; see maintain.ts for who does.
  store.run("PRAGMA wal_autocheckpoint = 0");
}

export function migrate(store: Store): void {
  store.run("BEGIN IMMEDIATE");
  try {
    for (let version = schemaVersion(store); version < SCHEMA_VERSION; version++) {
      const sql = MIGRATIONS[version];
      if (sql === undefined) throw new Error(`migration ${version + 1} is missing`);
      store.run(sql);
      store.run(`PRAGMA user_version = ${version + 1}`);
    }
    store.run("COMMIT");
    store.run("PRAGMA journal_mode = WAL");
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}

function schemaVersion(store: Store): number {
  const row = store.query("PRAGMA user_version").get() as { user_version: number };
  return row.user_version;
}
