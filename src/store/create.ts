// Creates a file of the store under a private name and links it into place whole, so that of many first hooks exactly one
// wins and nobody ever sees a half-made file.
import { Database } from "bun:sqlite";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { migrate } from "./migrations/migrate.ts";
import { prepareConnection, type StoreKind } from "./open.ts";

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
