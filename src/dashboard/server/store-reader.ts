// The dashboard's read-only connection. It runs single statements, so no hook ever waits for it. If the files are created,
// replaced, damaged or locked meanwhile, the next request opens them again.
import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { databasePath, type Environment, pausePath } from "../../config/environment.ts";
import {
  isOlder,
  memoryPath,
  type Store,
  StoreError,
  schemaVersion,
  sqliteCode,
  toStoreError,
} from "../../store/open.ts";

const WAIT_MS = 500;

export interface DataVersions {
  ledger: string;
  memory: string;
  /** The file of pauses. */
  pauses: string;
}

export class StoreReader {
  readonly #env: Environment;
  readonly #ledger: string;
  readonly #memory: string;
  #open: { store: Store; files: string } | null = null;

  constructor(env: Environment) {
    this.#env = env;
    this.#ledger = databasePath(env);
    this.#memory = memoryPath(this.#ledger);
  }

  /** Throws a StoreError. */
  get store(): Store {
    try {
      const files = `${identity(this.#ledger)} ${identity(this.#memory)}`;
      if (this.#open && this.#open.files !== files) this.close();
      this.#open ??= { store: this.#openFiles(), files };
      return this.#open.store;
    } catch (error) {
      throw toStoreError(error);
    }
  }

  get storeOrNull(): Store | null {
    try {
      return this.store;
    } catch {
      return null; // Callers that need it report the reason.
    }
  }

  /** Change when another process commits. */
  versions(): DataVersions {
    const version = (store: Store, schema: string) =>
      (store.query(`PRAGMA ${schema}.data_version`).get() as { data_version: number }).data_version;
    let pauses = 0;
    try {
      pauses = statSync(pausePath(this.#env), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const { store } = this;
      const files = this.#open?.files ?? "";
      return {
        ledger: `${files} ${version(store, "main")}`,
        memory: `${files} ${version(store, "memory")}`,
        pauses: String(pauses),
      };
    } catch (error) {
      const { problem } = toStoreError(error);
      return { ledger: problem, memory: problem, pauses: String(pauses) };
    }
  }

  close(): void {
    this.#open?.store.close();
    this.#open = null;
  }

  #openFiles(): Store {
    const store = new Database(this.#ledger, { readonly: true, strict: true });
    try {
      store.run(`PRAGMA busy_timeout = ${WAIT_MS}`);
      store.query("ATTACH $memory AS memory").run({ memory: this.#memory });
      for (const [schema, kind] of [
        ["main", "ledger"],
        ["memory", "memory"],
      ] as const)
        if (isOlder(schemaVersion(store, schema), kind))
          throw new StoreError(
            "unavailable",
            "the database is from an older version; any `holdfast` command updates it",
          );
      return store;
    } catch (error) {
      store.close();
      throw error;
    }
  }
}

export function isStoreError(error: unknown): boolean {
  return error instanceof StoreError || sqliteCode(error).startsWith("SQLITE_");
}

/** Differs when another file takes the same name. */
function identity(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? `${file.dev}:${file.ino}` : "none";
}
