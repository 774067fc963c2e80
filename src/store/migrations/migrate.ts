// Brings a file of the store up to date, in one transaction.
import { Database } from "bun:sqlite";
import { unspacedPairs } from "../../text/query-words.ts";
import { type Store, type StoreKind, schemaVersion } from "../open.ts";
import { LEDGER_MIGRATIONS } from "./ledger.ts";
import { MEMORY_MIGRATIONS } from "./memory.ts";

export const MIGRATIONS: Readonly<Record<StoreKind, readonly string[]>> = {
  ledger: LEDGER_MIGRATIONS,
  memory: MEMORY_MIGRATIONS,
};

export function migrate(store: Store, kind: StoreKind): void {
  const migrations = MIGRATIONS[kind];
  store.function("unspaced_pairs", (text) => unspacedPairs(String(text)));
  store.run("BEGIN IMMEDIATE");
  try {
    // Read inside the transaction: another process may have migrated meanwhile.
    const version = schemaVersion(store);
    for (const sql of migrations.slice(version)) store.run(sql);
    if (version < migrations.length) store.run(`PRAGMA user_version = ${migrations.length}`);
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
