// Renames a damaged store file with a timestamp and creates a new one. Two processes may notice at once: only the one that
// has created the marker file moves anything, and only after looking again.
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { createStore } from "./create.ts";
import { recordFault } from "./fault-log.ts";
import { memoryPath, openExisting, type StoreKind, toStoreError } from "./open.ts";

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
