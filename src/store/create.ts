// Creates a file of the store under a private name and links it into place whole, so that of many first hooks exactly one
// wins and nobody ever sees a half-made file.
import { Database } from "bun:sqlite";
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { recordFault } from "./fault-log.ts";
import { migrate } from "./migrations/migrate.ts";
import { memoryPath, openExisting, prepareConnection, type StoreKind, toStoreError } from "./open.ts";

/** Beside a database that is gone they belong to nobody: SQLite would play them into a new one. */
const LOG_ENDINGS = ["-wal", "-shm", "-journal"];
const DRAFT_NAME = /^holdfast(-memory)?\.db\.new-/;
/** Nobody takes so long to create a store: an older draft was left by a process that was killed. */
const ABANDONED_MS = 600_000;

export function createStore(path: string, kind: StoreKind): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  removeAbandonedDrafts(dirname(path), Date.now());
  const draft = `${path}.new-${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  try {
    writeDraft(draft, kind);
    linkIfAbsent(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    // Another process was first, which is as good.
  } finally {
    for (const ending of ["", ...LOG_ENDINGS]) rmSync(draft + ending, { force: true });
  }
}

/** Gives a finished file its name unless another one has it: of many that try, the first wins and nothing is replaced. */
export function linkIfAbsent(draft: string, path: string, link: typeof linkSync = linkSync): void {
  if (LOG_ENDINGS.some((ending) => existsSync(path + ending)) || !tryLink(draft, path, link)) {
    if (!existsSync(path)) moveIfAbsent(draft, path, link);
  }
}

/** False: taken, or a file system without hard links; any other problem shows up again in the rename. */
function tryLink(draft: string, path: string, link: typeof linkSync): boolean {
  try {
    link(draft, path);
    return true;
  } catch {
    return false;
  }
}

/** Names of drafts in the folder of the store. */
export function listAbandonedDrafts(dir: string, now: number): string[] {
  return namesIn(dir)
    .filter((name) => DRAFT_NAME.test(name) && isAbandoned(`${dir}/${name}`, now))
    .sort();
}

export function removeAbandonedDrafts(dir: string, now: number): void {
  for (const name of listAbandonedDrafts(dir, now)) {
    try {
      rmSync(`${dir}/${name}`, { force: true });
    } catch {
      // Not ours to remove: `doctor` goes on naming it.
    }
  }
}

function writeDraft(draft: string, kind: StoreKind): void {
  const store = new Database(draft, { readwrite: true, create: true, strict: true });
  try {
    chmodSync(draft, 0o600);
    // Must come before the first table: lets `prune` give space back without rewriting the file.
    store.run("PRAGMA auto_vacuum = INCREMENTAL");
    prepareConnection(store);
    migrate(store, kind);
  } finally {
    store.close();
  }
}

/** Under a lock of SQLite's, which ends with its process. */
function moveIfAbsent(draft: string, path: string, link: typeof linkSync): void {
  const file = `${path}.new-lock`;
  const lock = new Database(file, { readwrite: true, create: true });
  try {
    lock.run("PRAGMA busy_timeout = 2000");
    lock.run("BEGIN EXCLUSIVE");
    if (!existsSync(path)) {
      for (const ending of LOG_ENDINGS) rmSync(path + ending, { force: true });
      // Somebody who found no log any more may have been faster: not replaced either.
      if (!tryLink(draft, path, link) && !existsSync(path)) renameSync(draft, path);
    }
    // Whoever waits for this lock, or creates another one, finds the name taken.
    rmSync(file, { force: true });
  } catch (error) {
    // SQLite fails on a lock that was removed while it was being opened: the name is taken then.
    if (!existsSync(path)) throw error;
  } finally {
    lock.close();
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return []; // No folder: no store was ever begun.
  }
}

function isAbandoned(path: string, now: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && now - stat.mtimeMs > ABANDONED_MS;
}

// Renames a damaged store file with a timestamp and creates a new one. Two processes may notice at once: only the one that
// has created the marker file moves anything, and only after looking again.

const MARKER_EXPIRES_MS = 10_000;
const QUARANTINED = /^holdfast(-memory)?\.db\.corrupt-.*(?<!-wal|-shm)$/;

/** For damage that shows only when a row is read. Checks both files whole, so only where something failed. */
export async function quarantineDamagedFiles(ledgerPath: string): Promise<void> {
  await quarantineIfDamaged(ledgerPath, "ledger");
  const memory = memoryPath(ledgerPath);
  if (existsSync(memory)) await quarantineIfDamaged(memory, "memory");
}

export async function quarantineIfDamaged(path: string, kind: StoreKind): Promise<void> {
  const marker = `${path}.quarantine`;
  if (!createMarker(marker)) {
    await Bun.sleep(200);
    return;
  }
  try {
    if (!(await isDamaged(path, kind))) return;
    const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
    for (const suffix of ["-wal", "-shm", ""])
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    createStore(path, kind);
    await recordFault(
      { holdfastHome: dirname(path), tempDir: "/tmp" },
      { part: "store", message: `the database was damaged; it was set aside as ${basename(aside)}` },
    );
  } finally {
    rmSync(marker, { force: true });
  }
}

/** Names of the damaged files: what was recorded is still in them. */
export async function listQuarantined(holdfastHome: string): Promise<string[]> {
  const names = await readdir(holdfastHome).catch(() => []); // No folder: nothing was ever recorded.
  return names.filter((name) => QUARANTINED.test(name)).sort();
}

function createMarker(marker: string): boolean {
  try {
    closeSync(openSync(marker, "wx", 0o600));
    return true;
  } catch {
    // Another process has it. One that was killed must not keep it for ever.
    const createdAt = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - createdAt < MARKER_EXPIRES_MS) return false;
    rmSync(marker, { force: true });
    return createMarker(marker);
  }
}

async function isDamaged(path: string, kind: StoreKind): Promise<boolean> {
  try {
    const store = await openExisting(path, kind);
    try {
      const { quick_check } = store.query("PRAGMA quick_check(1)").get() as { quick_check: string };
      return quick_check !== "ok";
    } finally {
      store.close();
    }
  } catch (error) {
    return toStoreError(error).problem === "corrupt";
  }
}
