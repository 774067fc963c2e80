// Opens the store. The common case is one open and three pragmas; code for rarer cases is loaded when needed.
import { Database } from "bun:sqlite";
import { pathExists } from "../platform/files.ts";

export type Store = Database;

/**
 * The store is two files, because a hook reads the schema of each file it opens.
 * - ledger: what gates and capture write, such as sessions, budgets, decisions, declared work, the queue
 * - memory: what is derived from it, such as observations, summaries, memories, reflections and their search indexes
 */
export type StoreKind = "ledger" | "memory";

/** The schema version of each file. A hook that opens a file of this version does not load the migrations. */
export const LEDGER_VERSION = 16;
export const MEMORY_VERSION = 21;

const DEFAULT_WAIT_MS = 2000;
/** Of 4 KB each. */
const MAX_WAL_PAGES = 1000;

/** Without the memory database, which most events do not use. `waitMs`: for another process's lock. */
export function openLedger(path: string, waitMs?: number): Promise<Store> {
  return openFile(path, "ledger", waitMs);
}

/** The ledger with the memory database attached. */
export async function openStore(path: string): Promise<Store> {
  const store = await openLedger(path);
  try {
    const { attachMemory } = await import("./attach-memory.ts");
    await attachMemory(store, path);
    // Commands may take the time to checkpoint: in a long session nothing else keeps the memory database's log short.
    store.run(`PRAGMA wal_autocheckpoint = ${MAX_WAL_PAGES}`);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

export function memoryPath(ledgerPath: string): string {
  return `${ledgerPath.endsWith(".db") ? ledgerPath.slice(0, -".db".length) : ledgerPath}-memory.db`;
}

/** Opens one file for reading and writing. Creates a missing file, and quarantines a damaged one. */
export async function openFile(path: string, kind: StoreKind, waitMs?: number): Promise<Store> {
  try {
    // SQLite retries a failed open read-only: a file created between the two tries would then be read-only.
    if (!pathExists(path)) await create(path, kind);
    return await openExisting(path, kind, waitMs);
  } catch (error) {
    try {
      await repair(path, kind, error);
      return await openExisting(path, kind, waitMs);
    } catch (failure) {
      throw toStoreError(failure);
    }
  }
}

/** Opens a file that must exist, and migrates an older one. */
export async function openExisting(path: string, kind: StoreKind, waitMs?: number): Promise<Store> {
  const store = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    prepareConnection(store, waitMs);
    if (isOlder(schemaVersion(store), kind)) {
      const { migrate } = await import("./migrations/migrate.ts");
      migrate(store, kind);
    }
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

export function prepareConnection(store: Store, waitMs = DEFAULT_WAIT_MS): void {
  // busy_timeout comes first, because every later statement may meet another process's lock. Commits never checkpoint; see
  // maintain.ts.
  store.run(`PRAGMA busy_timeout = ${waitMs}; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0`);
}

/** Throws if a newer holdfast made the file. */
export function isOlder(version: number, kind: StoreKind): boolean {
  const known = kind === "ledger" ? LEDGER_VERSION : MEMORY_VERSION;
  if (version > known) {
    const message = `the database is from a newer holdfast (schema ${version}, this one knows ${known})`;
    throw new StoreError("newer", message);
  }
  return version < known;
}

/** `schema`: the name of an attached file. */
export function schemaVersion(store: Store, schema = "main"): number {
  const row = store.query(`PRAGMA ${schema}.user_version`).get() as { user_version: number };
  return row.user_version;
}

async function repair(path: string, kind: StoreKind, error: unknown): Promise<void> {
  if (sqliteCode(error).startsWith("SQLITE_CANTOPEN")) return create(path, kind);
  if (toStoreError(error).problem !== "corrupt") throw error;
  const { quarantineIfDamaged } = await import("./create.ts");
  await quarantineIfDamaged(path, kind);
}

async function create(path: string, kind: StoreKind): Promise<void> {
  const { createStore } = await import("./create.ts");
  createStore(path, kind);
}

/** "converting": a detached process is bringing a large file up to date. */
export type StoreProblem = "newer" | "corrupt" | "busy" | "converting" | "unavailable";

/** The store cannot be used now. `problem` says why; the cause is SQLite's own error. */
export class StoreError extends Error {
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "StoreError";
    this.problem = problem;
  }
}

/** An outside cause: another process, the disk, damage. Any other error is a bug of ours. */
export function isStoreFault(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED|CORRUPT|NOTADB|READONLY|FULL|IOERR|CANTOPEN)/.test(sqliteCode(error));
}

export function toStoreError(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = sqliteCode(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  if (code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB")) {
    return new StoreError("corrupt", `the database is damaged (${code})`, { cause });
  }
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return new StoreError("busy", `the database is locked by another process (${code})`, { cause });
  }
  const doubt = code.startsWith("SQLITE_IOERR") ? " (is the disk full?)" : "";
  return new StoreError("unavailable", `the database cannot be used: ${message}${doubt}`, { cause });
}

export function sqliteCode(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

// Transactions that take the write lock at their start, and only on the files they write to. `BEGIN IMMEDIATE` (and Bun's
// `transaction().immediate()`) locks every attached file: a stop would wait for a process that only writes memories. Instead,
// a statement that changes nothing takes the lock of each file. Inside another transaction they join it.

const LOCK_LEDGER = "DELETE FROM main.meta WHERE 0";
const LOCK_MEMORY = "DELETE FROM memory.text_projects WHERE 0";

/** For the ledger. A write to the memory database inside it fails if another process is writing there. */
export function inTransaction<T>(store: Store, work: () => T): T {
  return run(store, LOCK_LEDGER, work);
}

/** For the memory database alone. Gates and capture never wait for it. */
export function inMemoryTransaction<T>(store: Store, work: () => T): T {
  return run(store, LOCK_MEMORY, work);
}

/** For both files. They do not commit atomically: the ledger commits first. */
export function inBothTransaction<T>(store: Store, work: () => T): T {
  return run(store, `${LOCK_LEDGER}; ${LOCK_MEMORY}`, work);
}

/** For many reads: they see the same state, and lock each file only once. */
export function inSnapshot<T>(store: Store, read: () => T): T {
  return run(store, "", read);
}

function run<T>(store: Store, lock: string, work: () => T): T {
  if (store.inTransaction) return work();
  try {
    store.run(`BEGIN; ${lock}`);
    const result = work();
    store.run("COMMIT");
    return result;
  } catch (error) {
    if (store.inTransaction) store.run("ROLLBACK");
    throw error;
  }
}

export function readMeta(store: Store, key: string): string | null {
  const row = store.query("SELECT value FROM meta WHERE key = $key").get({ key }) as { value: string } | null;
  return row?.value ?? null;
}

export function writeMeta(store: Store, key: string, value: string): void {
  store.query("INSERT OR REPLACE INTO meta (key, value) VALUES ($key, $value)").run({ key, value });
}
