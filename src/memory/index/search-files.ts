// Searches memories for people and scripts: first the index, then only the files of the hits are checked for changes. Code that
// reads files is loaded on demand.
import type { Store } from "../../store/open.ts";
import { findFile, folderTimes, type MemoryPlace, rootsOf } from "../files/roots.ts";
import { type MemoryHit, type MemoryQuery, searchMemoryText } from "./memory-search.ts";
import { findGoneRoots, findRootState, isOutdated, isSameFolders } from "./root-states.ts";

/** If hits still change after this many rounds, somebody is writing them right now. */
const MAX_ROUNDS = 3;

/**
 * null when there is nothing to search for. A file edited in place is read again if it is a hit, or if there is no hit at all;
 * otherwise its new words are found only after the next sync of all files, such as by a drain.
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

/** Reads all files if one was added, removed or replaced, or if another version read them. Returns whether it did. */
export async function syncIfChanged(store: Store, place: MemoryPlace): Promise<boolean> {
  if (hasSameFolders(store, place)) return false;
  const { syncIndex } = await import("./sync-index.ts");
  syncIndex(store, place);
  return true;
}

/**
 * True when no file was added, removed or replaced since this version read all. Compares only the times of folders, so a file edited in
 * place goes unnoticed.
 */
function hasSameFolders(store: Store, place: MemoryPlace): boolean {
  if (findGoneRoots(store, place).length > 0) return false;
  return rootsOf(place).every((root) => {
    const known = findRootState(store, root.dir);
    return !isOutdated(known) && isSameFolders(known?.folders ?? {}, folderTimes(root));
  });
}

/** Hits whose file was changed or removed. Other work trees are not checked. */
function changedHits(place: MemoryPlace, hits: readonly MemoryHit[]) {
  return rootsOf(place).flatMap((root) => {
    const changed = hits
      .filter((hit) => hit.root === root.dir)
      .map((row) => ({ row, file: findFile(root, row.place) }))
      .filter(({ row, file }) => file?.mtime !== row.mtime || file.size !== row.size);
    const files = changed.flatMap(({ file }) => file ?? []);
    return changed.length === 0 ? [] : [{ root, files, rows: changed.map(({ row }) => row) }];
  });
}
