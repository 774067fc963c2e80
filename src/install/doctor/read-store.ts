// The database as it is: opened for reading only, never made, migrated or set aside.
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import { databasePath } from "../../config/paths.ts";
import { memoryPath, type Store, type StoreError, toStoreError } from "../../store/open.ts";

export type StoreReading<T> =
  | { state: "absent" }
  | { state: "read"; value: T }
  | { state: "broken"; error: StoreError };

/** Both files, as far as they are there. */
export function readStore<T>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T,
): StoreReading<T> {
  const memory = memoryPath(databasePath(env));
  return readDatabase(databasePath(env), (store) => {
    if (existsSync(memory)) store.query("ATTACH $memory AS memory").run({ memory });
    return use(store);
  });
}

/** One file. */
export function readDatabase<T>(path: string, use: (store: Store) => T): StoreReading<T> {
  if (!existsSync(path)) return { state: "absent" };
  try {
    const store = new Database(path, { readonly: true, strict: true });
    try {
      store.run("PRAGMA busy_timeout = 2000");
      return { state: "read", value: use(store) };
    } finally {
      store.close();
    }
  } catch (error) {
    return { state: "broken", error: toStoreError(error) };
  }
}
