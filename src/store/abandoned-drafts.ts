// What a process that was killed while it made the store has left.
import { readdirSync, rmSync, statSync } from "node:fs";

const DRAFT = /^holdfast(-memory)?\.db\.new-/;
/** Nobody takes so long to make a store. */
const ABANDONED_MS = 600_000;

/** Names of files in the folder of the store. */
export function listAbandonedDrafts(dir: string, now: number): string[] {
  return namesIn(dir)
    .filter((name) => DRAFT.test(name) && isOld(`${dir}/${name}`, now))
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

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return []; // No folder: no store was ever begun.
  }
}

function isOld(path: string, now: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && now - found.mtimeMs > ABANDONED_MS;
}
