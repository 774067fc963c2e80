import { Database } from "bun:sqlite";
import { migrate } from "./migrations/migrate.ts";
import type { Store } from "./open.ts";

/** A store in memory that nobody else sees. Both files are one here: their tables have different names. */
export function openTemporaryStore(): Store {
  const store = new Database(":memory:", { strict: true });
  migrate(store, "ledger");
  store.run("PRAGMA user_version = 0");
  migrate(store, "memory");
  return store;
}
