// Brings a file of the store up to date, in one transaction.
import { MIGRATIONS } from "./migrations/registry.ts";
import type { Store } from "./open.ts";
import { type StoreKind, schemaVersion } from "./store-file.ts";

export function migrate(store: Store, kind: StoreKind): void {
  const migrations = MIGRATIONS[kind];
  store.run("BEGIN IMMEDIATE");
  try {
    for (let version = schemaVersion(store); version < migrations.length; version++) {
      const sql = migrations[version];
      if (sql === undefined) throw new Error(`migration ${version + 1} of the ${kind} is missing`);
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
