// Creates a file of the store under a private name and then links it into place. Of many concurrent first hooks exactly one
// wins, and no process ever sees an incomplete file.
import { Database } from "bun:sqlite";
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { namesIn } from "../platform/atomic-file.ts";
import { recordFault } from "./fault-log.ts";
import { migrate } from "./migrations/migrate.ts";
import { memoryPath, openExisting, prepareConnection, type StoreKind, toStoreError } from "./open.ts";
import { quarantinedFiles } from "./quarantined.ts";

/** Files that SQLite keeps beside a database. Left over from a deleted one, they would be replayed into the new one. */
const LOG_SUFFIXES = ["-wal", "-shm", "-journal"];
const DRAFT_NAME = /^holdfast(-memory)?\.db\.new-/;
/** Creating a store never takes this long: an older draft was left by a killed process. */
const MAX_DRAFT_AGE_MS = 600_000;

export function createStore(path: string, kind: StoreKind): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  removeAbandonedDrafts(dirname(path), Date.now());
  const draft = `${path}.new-${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  try {
    writeDraft(draft, kind);
    linkIfAbsent(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    // Another process was first.
  } finally {
    for (const suffix of ["", ...LOG_SUFFIXES]) rmSync(draft + suffix, { force: true });
  }
}

/** Gives a finished file its final name unless that exists: the first of many processes wins, and nothing is replaced. */
export function linkIfAbsent(draft: string, path: string, link: typeof linkSync = linkSync): void {
  if (LOG_SUFFIXES.some((suffix) => existsSync(path + suffix)) || !tryLink(draft, path, link)) {
    if (!existsSync(path)) moveIfAbsent(draft, path, link);
  }
}

/** False when the name is taken or the file system has no hard links. Any other problem shows again in the rename. */
function tryLink(draft: string, path: string, link: typeof linkSync): boolean {
  try {
    link(draft, path);
    return true;
  } catch {
    return false;
  }
}

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
      // Not ours to remove; `doctor` still lists it.
    }
  }
}

function writeDraft(draft: string, kind: StoreKind): void {
  const store = new Database(draft, { readwrite: true, create: true, strict: true });
  try {
    chmodSync(draft, 0o600);
    // Must come before the first table. Lets `prune` return space to the disk without rewriting the file.
    store.run("PRAGMA auto_vacuum = INCREMENTAL");
    prepareConnection(store);
    migrate(store, kind);
  } finally {
    store.close();
  }
}

/** Holds a lock of SQLite's, which ends with its process. */
function moveIfAbsent(draft: string, path: string, link: typeof linkSync): void {
  const file = `${path}.new-lock`;
  const lock = new Database(file, { readwrite: true, create: true });
  try {
    lock.run("PRAGMA busy_timeout = 2000");
    lock.run("BEGIN EXCLUSIVE");
    if (!existsSync(path)) {
      for (const suffix of LOG_SUFFIXES) rmSync(path + suffix, { force: true });
      // With the logs gone, another process may have linked its file meanwhile: that one is kept.
      if (!tryLink(draft, path, link) && !existsSync(path)) renameSync(draft, path);
    }
    // A process that waits for this lock, or creates it anew, will find the name taken.
    rmSync(file, { force: true });
  } catch (error) {
    // SQLite fails if the lock file is removed while it is opened: the name is then taken.
    if (!existsSync(path)) throw error;
  } finally {
    lock.close();
  }
}

function isAbandoned(path: string, now: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && now - stat.mtimeMs > MAX_DRAFT_AGE_MS;
}

// Renames a damaged store file with a timestamp and creates a new one. Two processes may notice the damage at once: only the
// one that created the marker file acts, and only after checking again.

const MAX_MARKER_AGE_MS = 10_000;
const QUARANTINED = /^holdfast(-memory)?\.db\.corrupt-.*(?<!-wal|-shm)$/;

/** For damage that shows only when a row is read. Checks both files completely, so only after a failure. */
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
    quarantinedFiles.push(aside);
    await recordFault(
      { holdfastHome: dirname(path), tempDir: "/tmp" },
      { part: "store", message: `the database was damaged; it was renamed to ${basename(aside)}` },
    );
  } finally {
    rmSync(marker, { force: true });
  }
}

/** Names of the damaged files, which still have the earlier records. */
export function listQuarantined(holdfastHome: string): string[] {
  return namesIn(holdfastHome)
    .filter((name) => QUARANTINED.test(name))
    .sort();
}

function createMarker(marker: string): boolean {
  try {
    closeSync(openSync(marker, "wx", 0o600));
    return true;
  } catch {
    // Another process has it, or was killed and left it.
    const createdAt = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - createdAt < MAX_MARKER_AGE_MS) return false;
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
