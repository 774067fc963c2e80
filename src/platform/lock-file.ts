// One writer at a time, across processes. A writer that died does not block the others for ever.
import { randomUUID } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { UserError } from "../text/user-error.ts";

/** A writer holds the lock for milliseconds; this old, its owner is gone. */
const STALE_MS = 5_000;
/** Longer than STALE_MS, so that a dead owner never makes the next one fail. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 10;

export async function withLockFile<T>(path: string, action: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  await acquire(path, token);
  try {
    return await action();
  } finally {
    await release(path, token);
  }
}

async function acquire(path: string, token: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await tryCreate(path, token))) {
    if (Date.now() > deadline) {
      throw new UserError("locked", `${path} is held by another holdfast`, "Try again, or remove that file.");
    }
    if (await isStale(path)) await breakLock(path);
    await Bun.sleep(PAUSE_MS + Math.random() * PAUSE_MS);
  }
}

async function tryCreate(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** By age in both directions: after a clock change a lock may come from the future. */
async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Math.abs(Date.now() - found.mtimeMs) > STALE_MS;
}

/** By one process at a time: another one must not remove the fresh lock of whoever came after. */
async function breakLock(path: string): Promise<void> {
  const breaking = `${path}.break`;
  if (!(await tryCreate(breaking, ""))) {
    if (await isStale(breaking)) await rm(breaking, { force: true });
    return;
  }
  if (await isStale(path)) await rm(path, { force: true });
  await rm(breaking, { force: true });
}

async function release(path: string, token: string): Promise<void> {
  const holder = await readFile(path, "utf8").catch(() => null);
  if (holder === token) await rm(path, { force: true });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
