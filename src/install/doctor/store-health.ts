// What SQLite says of the file itself.
import type { Store } from "../../store/open.ts";

const MAX_FAULTS = 3;

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
