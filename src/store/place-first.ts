// Gives a finished file its name unless another one has it: of many that try, the first wins and nothing is replaced.
import { Database } from "bun:sqlite";
import { existsSync, linkSync, renameSync, rmSync } from "node:fs";

export function placeFirst(draft: string, path: string, link: typeof linkSync = linkSync): void {
  try {
    link(draft, path);
  } catch {
    // Taken, or a file system without hard links; whatever else it is, the other way meets it, too.
    if (!existsSync(path)) moveIfFree(draft, path);
  }
}

/** The lock is one of SQLite's, so it ends with its process. */
function moveIfFree(draft: string, path: string): void {
  const file = `${path}.new-lock`;
  const lock = new Database(file, { readwrite: true, create: true });
  try {
    lock.run("PRAGMA busy_timeout = 2000");
    lock.run("BEGIN EXCLUSIVE");
    if (!existsSync(path)) renameSync(draft, path);
    // Whoever waits for this one, or makes another, finds the place taken.
    rmSync(file, { force: true });
  } finally {
    lock.close();
  }
}
