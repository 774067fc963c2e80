// Creates the tables of a file of the store, or brings those of a published version up to date, in one transaction.
import { Database } from "bun:sqlite";
import { partsIn, tokensOf } from "../../text/query-words.ts";
import { isOlder, type Store, StoreError, type StoreKind, schemaVersion } from "../open.ts";
import { LEDGER_MIGRATIONS } from "./ledger.ts";
import { MEMORY_MIGRATIONS } from "./memory.ts";

/** The version of a file is SQLite's user_version: 0 in an empty file, 8 in files of 0.1.0. */
export interface Migration {
  from: number;
  to: number;
  sql: string;
}

const MIGRATIONS: Readonly<Record<StoreKind, readonly Migration[]>> = {
  ledger: LEDGER_MIGRATIONS,
  memory: MEMORY_MIGRATIONS,
};

export function migrate(store: Store, kind: StoreKind): void {
  store.function("text_words", (text) => tokensOf(String(text)).length);
  store.function("text_parts", (text) => partsIn(String(text)));
  store.run("BEGIN IMMEDIATE");
  try {
    // Read inside the transaction: another process may have migrated meanwhile.
    for (let version = schemaVersion(store); isOlder(version, kind); version = schemaVersion(store)) {
      const migration = MIGRATIONS[kind].find(({ from }) => from === version);
      if (!migration)
        throw new StoreError(
          "unavailable",
          `the database has schema ${version}, which no release of holdfast has`,
        );
      store.run(migration.sql);
      store.run(`PRAGMA user_version = ${migration.to}`);
    }
    store.run("COMMIT");
    store.run("PRAGMA journal_mode = WAL");
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}

/** A private in-memory store. It has the tables of both files, whose names differ. */
export function openTemporaryStore(): Store {
  const store = new Database(":memory:", { strict: true });
  migrate(store, "ledger");
  store.run("PRAGMA user_version = 0");
  migrate(store, "memory");
  return store;
}
