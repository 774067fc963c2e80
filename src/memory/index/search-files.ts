// Searches memories for people and scripts: the index first, then only the files of the hits are checked. What reads files
// is loaded on demand, as most searches need none of it.
import type { Store } from "../../store/open.ts";
import { findFile, folderTimes, type MemoryFile, type MemoryPlace, rootsOf } from "../files/roots.ts";
import { type MemoryHit, type MemoryQuery, searchMemoryText } from "./memory-search.ts";
import { findRootState, goneRoots, isSameFolders } from "./root-states.ts";

/** More changed files than this among the hits, again and again, are somebody writing them right now. */
const MAX_ROUNDS = 3;

/**
 * null when there is no word to search for. A file that was edited in place is read again when it is a hit, or when there
 * is no hit at all; else its new words are found after the next sync of all files, such as that of the next drain.
 */
export async function searchMemoryFiles(
  store: Store,
  place: MemoryPlace,
  query: Omit<MemoryQuery, "projectKey">,
): Promise<MemoryHit[] | null> {
  const search = () => searchMemoryText(store, { ...query, projectKey: place.projectKey });
  if (await syncIfChanged(store, place)) return search();
  let hits = search();
  if (hits?.length === 0) {
    const { syncIndex } = await import("./sync-index.ts");
    syncIndex(store, place);
    return search();
  }
  for (let round = 0; round < MAX_ROUNDS && hits !== null; round++) {
    const changed = changedHits(place, hits);
    if (changed.length === 0) break;
    const { syncFiles } = await import("./sync-index.ts");
    for (const { root, files, rows } of changed) syncFiles(store, root, files, rows);
    hits = search();
  }
  return hits;
}

/** Reads all files when one was added, removed or replaced; true if so. */
export async function syncIfChanged(store: Store, place: MemoryPlace): Promise<boolean> {
  if (hasSameFolders(store, place)) return false;
  const { syncIndex } = await import("./sync-index.ts");
  syncIndex(store, place);
  return true;
}

/**
 * True when no file was added, removed or replaced since all were read. Looks at the times of folders only, however many
 * files they have, so a file that was edited in place goes unnoticed.
 */
function hasSameFolders(store: Store, place: MemoryPlace): boolean {
  if (goneRoots(store, place).length > 0) return false;
  return rootsOf(place).every((root) => {
    const known = findRootState(store, root.dir);
    return isSameFolders(known?.folders ?? {}, folderTimes(root));
  });
}

/** Hits whose file was changed or is gone. Those of other work trees are not checked. */
function changedHits(place: MemoryPlace, hits: readonly MemoryHit[]) {
  return rootsOf(place).flatMap((root) => {
    const rows = hits.filter((hit) => hit.root === root.dir && !isSameFile(findFile(root, hit.place), hit));
    const files = rows.flatMap((row) => findFile(root, row.place) ?? []);
    return rows.length === 0 ? [] : [{ root, files, rows }];
  });
}

function isSameFile(file: MemoryFile | null, { mtime, size }: MemoryHit): boolean {
  return file?.mtime === mtime && file.size === size;
}
