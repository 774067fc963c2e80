// The database as it is: opened for reading only, never created, migrated or quarantined.
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { databasePath, type Environment } from "../../config/environment.ts";
import { memoryPath, type Store, type StoreError, toStoreError } from "../../store/open.ts";

const MAX_FAULTS = 3;

export type StoreReading<T> =
  | { state: "absent" }
  | { state: "read"; value: T }
  | { state: "broken"; error: StoreError };

/** Both files, as far as they exist. */
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

/** `otherwise` where it cannot be read, which the check "database" reports. */
export function readStoreOr<T, Otherwise>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T,
  otherwise: Otherwise,
): T | Otherwise {
  const reading = readStore(env, use);
  return reading.state === "read" ? reading.value : otherwise;
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

/** Empty when the file is whole. */
export function readIntegrity(store: Store): string[] {
  const rows = store.query(`PRAGMA integrity_check(${MAX_FAULTS})`).all() as { integrity_check: string }[];
  return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
}

export function readJournalMode(store: Store): string {
  return (store.query("PRAGMA journal_mode").get() as { journal_mode: string }).journal_mode;
}

export function readSchemaVersion(store: Store): number {
  return (store.query("PRAGMA user_version").get() as { user_version: number }).user_version;
}
