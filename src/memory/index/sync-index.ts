// Keeps the index in step with the memory files, which people may add, change and remove by hand.
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { indexFile } from "../files/memory-row.ts";
import { type MemoryFile, type MemoryPlace, type Root, readMemoryFile, rootsOf } from "../files/roots.ts";
import { contentHash } from "../memory.ts";
import { dropMemoryRow, type IndexedFile, listIndexed, type MemoryRow, touchMemoryRow } from "./memories.ts";
import {
  dropRootState,
  findGoneRoots,
  findRootState,
  hasAllRows,
  isOutdated,
  isSameFolders,
  readRoot,
  saveRootState,
} from "./root-states.ts";

export interface SyncCounts {
  added: number;
  changed: number;
  removed: number;
}

/** Files per transaction, so that others can write in between. */
const MAX_FILES_AT_ONCE = 500;

/** Compares the time and size of every file. After a change of version, reads all of them again. */
export function syncIndex(store: Store, place: MemoryPlace): SyncCounts {
  const counts = syncRoots(store, rootsOf(place));
  for (const root of findGoneRoots(store, place)) {
    store.query("DELETE FROM memories WHERE root = $root").run({ root });
    dropRootState(store, root);
  }
  return counts;
}

export function syncRoots(store: Store, roots: readonly Root[]): SyncCounts {
  const counts: SyncCounts = { added: 0, changed: 0, removed: 0 };
  for (const root of roots) syncRoot(store, root, counts);
  for (const root of roots) if (root.shared) hideReplaced(store, root);
  return counts;
}

/** Indexes files that differ from their rows, and drops rows without a file. */
export function syncFiles(
  store: Store,
  root: Root,
  files: readonly MemoryFile[],
  rows: readonly IndexedFile[],
  counts: SyncCounts = { added: 0, changed: 0, removed: 0 },
): void {
  const indexed = new Map(rows.map((row) => [row.place, row]));
  const changed = files.filter((file) => {
    const known = indexed.get(file.place);
    return known?.mtime !== file.mtime || known.size !== file.size;
  });
  for (let n = 0; n < changed.length; n += MAX_FILES_AT_ONCE) {
    const batch = changed.slice(n, n + MAX_FILES_AT_ONCE);
    inMemoryTransaction(store, () => {
      for (const file of batch) syncFile(store, root, file, indexed.get(file.place), counts);
    });
  }
  const present = new Set(files.map((file) => file.place));
  const gone = rows.filter(({ place }) => !present.has(place));
  for (const { place } of gone) dropMemoryRow(store, root.dir, place);
  counts.removed += gone.length;
  inMemoryTransaction(store, () => resolveDuplicateIds(store, root));
}

function syncFile(
  store: Store,
  root: Root,
  file: MemoryFile,
  known: IndexedFile | undefined,
  counts: SyncCounts,
): void {
  const text = readMemoryFile(root, file.place);
  if (known && text !== null && known.hash === contentHash(text)) {
    touchMemoryRow(store, root.dir, file);
    return;
  }
  indexFile(store, root, file, text);
  if (known) counts.changed++;
  else counts.added++;
}

function syncRoot(store: Store, root: Root, counts: SyncCounts): void {
  const known = findRootState(store, root.dir);
  const now = readRoot(root);
  if (known?.files === now.state.files && !isOutdated(known) && hasAllRows(store, root.dir)) {
    if (!isSameFolders(known.folders, now.state.folders))
      saveRootState(store, root, now.files.length, now.state);
    return;
  }
  // Rows are read before files, so that a file saved in between is not mistaken for a removed one.
  const indexed = listIndexed(store, root.dir);
  const rows = isOutdated(known) ? indexed.map((row) => ({ ...row, mtime: -1, hash: "" })) : indexed;
  const { state, files } = readRoot(root);
  syncFiles(store, root, files, rows, counts);
  if (files.length > 0 || rows.length > 0) saveRootState(store, root, files.length, state);
}

const REPLACED = "another machine changed it since, and this is used instead: ";

/** `sync` does not change a work tree's file: what it pulled is used instead. */
function hideReplaced(store: Store, root: Root): void {
  const replacements = `SELECT m.id, m.place, m.mtime, m.size, m.status, m.note, r.root || '/' || r.place AS file FROM memories m
    LEFT JOIN synced_memories s ON s.root = m.root AND s.memory_id = m.memory_id
    LEFT JOIN memories r ON r.memory_id IN (m.memory_id, s.replaced_by) AND r.project_key = m.project_key
      AND r.root LIKE '%/memory/projects/%' AND r.status NOT IN ('unreadable', 'duplicate')
    WHERE m.root = $root AND m.status <> 'unreadable' AND (r.id IS NOT NULL OR substr(m.note, 1, $length) = $replaced)`;
  const rows = store
    .query(replacements)
    .all({ root: root.dir, replaced: REPLACED, length: REPLACED.length }) as (MemoryFile & {
    id: number;
    status: string;
    note: string | null;
    file: string | null;
  })[];
  const changed = rows.filter(
    ({ file, status, note }) => file === null || status !== "duplicate" || note !== REPLACED + file,
  );
  if (changed.length === 0) return;
  inMemoryTransaction(store, () => {
    const hide = store.query("UPDATE memories SET status = 'duplicate', note = $note WHERE id = $id");
    for (const { id, file, place, mtime, size } of changed) {
      if (file === null) indexFile(store, root, { place, mtime, size }, readMemoryFile(root, place));
      else hide.run({ id, note: REPLACED + file });
    }
  });
}

/** Of several files with the same id, such as copies, one is the memory and the others are only listed. */
function resolveDuplicateIds(store: Store, root: Root): void {
  const byId = Map.groupBy(rowsSharingId(store, root.dir), (row) => row.memory_id);
  for (const rows of byId.values()) {
    const [first, ...others] = rows.toSorted(bestFirst);
    if (!first) continue;
    if (first.status === "duplicate") {
      const { place, mtime, size } = first;
      indexFile(store, root, { place, mtime, size }, readMemoryFile(root, place));
    }
    const note = `${root.dir}/${first.place} has the same id ${first.memory_id}; change the id in one of them`;
    const mark = store.query("UPDATE memories SET status = 'duplicate', note = $note WHERE id = $id");
    for (const { id, status, note: before } of others)
      if (status !== "duplicate" || before !== note) mark.run({ id, note });
  }
}

/** A file that was written here first, then one named after its id, then by path: the order must be deterministic. */
function bestFirst(a: MemoryRow, b: MemoryRow): number {
  return rankOf(b) - rankOf(a) || (a.place < b.place ? -1 : 1);
}

function rankOf({ place, memory_id, origin }: MemoryRow): number {
  return (origin === "here" ? 2 : 0) + (place.endsWith(`/${memory_id}.md`) ? 1 : 0);
}

/** All files with an id that several files have, or had at the last sync. */
function rowsSharingId(store: Store, root: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE root = $root AND status != 'unreadable' AND memory_id IN (
         SELECT memory_id FROM memories WHERE root = $root AND status != 'unreadable'
         GROUP BY memory_id HAVING count(*) > 1 OR max(status = 'duplicate'))
       ORDER BY memory_id, place`,
    )
    .all({ root }) as MemoryRow[];
}
