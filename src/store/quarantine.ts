// Sets a damaged store aside with a timestamp and makes a new one. Two processes may notice at once:
// only the holder of the mark moves files, and only after looking again.
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createStore } from "./create.ts";
import { recordFault } from "./fault-log.ts";
import { memoryPath } from "./open.ts";
import { toStoreError } from "./store-error.ts";
import { openExisting, type StoreKind } from "./store-file.ts";

const MARK_EXPIRES_MS = 10_000;

/** For damage that shows only when a row is read. The files are looked through whole: never where nothing failed. */
export async function setAsideDamaged(path: string): Promise<void> {
  await quarantineStore(path, "ledger");
  if (existsSync(memoryPath(path))) await quarantineStore(memoryPath(path), "memory");
}

export async function quarantineStore(path: string, kind: StoreKind): Promise<void> {
  const mark = `${path}.quarantine`;
  if (!takeMark(mark)) {
    await Bun.sleep(200);
    return;
  }
  try {
    if (!(await isDamaged(path, kind))) return;
    const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
    for (const suffix of ["-wal", "-shm", ""]) moveIfThere(path + suffix, aside + suffix);
    createStore(path, kind);
    await recordFault(
      { holdfastHome: dirname(path), tempDir: "/tmp" },
      { part: "store", message: `the database was damaged; it was set aside as ${basename(aside)}` },
    );
  } finally {
    rmSync(mark, { force: true });
  }
}

function takeMark(mark: string): boolean {
  try {
    closeSync(openSync(mark, "wx", 0o600));
    return true;
  } catch {
    // Taken. A mark left by a killed process must not stand for ever.
    if (Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) < MARK_EXPIRES_MS) {
      return false;
    }
    rmSync(mark, { force: true });
    return takeMark(mark);
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

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to);
}
