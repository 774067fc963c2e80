// The index follows the files: what a person changed, added or removed by hand is seen by its time and size, and read
// again when they differ.
import { existsSync } from "node:fs";
import type { Store } from "../../store/open.ts";
import { inMemoryTransaction } from "../../store/open.ts";
import { listFiles, type MemoryFile, readMemoryFile } from "../files/list-files.ts";
import { contentHash, indexFile } from "../files/memory-row.ts";
import { type MemoryPlace, type Root, rootsOf } from "../files/roots.ts";
import { resolveDuplicateIds } from "./duplicate-ids.ts";
import { dropMemoryRow, listIndexed, touchMemoryRow } from "./memories.ts";

interface ReadRoot {
  root: string;
  project_key: string;
  /** How many files it had. */
  rows: number;
  fingerprint: string;
}

export interface SyncCounts {
  added: number;
  changed: number;
  removed: number;
}

/** Files in one transaction: others must be able to write in between. */
const BATCH = 500;

export function syncIndex(store: Store, place: MemoryPlace): SyncCounts {
  const synced: SyncCounts = { added: 0, changed: 0, removed: 0 };
  const roots = rootsOf(place);
  for (const root of roots) syncRoot(store, root, synced);
  // A work tree that is gone has taken its files along.
  for (const dir of rootsOfProject(store, place.projectKey)) {
    if (!roots.some((root) => root.dir === dir) && !existsSync(dir)) dropMemoryRoot(store, dir);
  }
  return synced;
}

/** Reads all files, whatever the index says of them. What was counted stays. */
export function rebuildIndex(store: Store, place: MemoryPlace): SyncCounts {
  for (const { dir } of rootsOf(place)) distrustRows(store, dir);
  const synced = syncIndex(store, place);
  rebuildWords(store);
  return synced;
}

function syncRoot(store: Store, root: Root, synced: SyncCounts): void {
  const before = listFiles(root);
  if (isAsRead(store, root.dir, fingerprintOf(before))) return;
  // The index before the folder: a file saved in between is then not taken for one that was removed.
  const indexed = new Map(listIndexed(store, root.dir).map((file) => [file.place, file]));
  const found = listFiles(root);
  const changed = found.filter((file) => {
    const known = indexed.get(file.place);
    return known?.mtime !== file.mtime || known.size !== file.size;
  });
  const present = new Set(found.map((file) => file.place));
  const gone = [...indexed.keys()].filter((place) => !present.has(place));
  for (let n = 0; n < changed.length; n += BATCH) {
    const batch = changed.slice(n, n + BATCH);
    inMemoryTransaction(store, () => {
      for (const file of batch) follow(file);
    });
  }
  for (const place of gone) dropMemoryRow(store, root.dir, place);
  synced.removed += gone.length;
  inMemoryTransaction(store, () => resolveDuplicateIds(store, root));
  if (found.length === 0 && indexed.size === 0) return;
  noteRead(store, {
    root: root.dir,
    project_key: root.key,
    rows: found.length,
    fingerprint: fingerprintOf(found),
  });

  function follow(file: MemoryFile): void {
    const known = indexed.get(file.place);
    const text = readMemoryFile(root, file.place);
    if (known && text !== null && known.hash === contentHash(text)) {
      touchMemoryRow(store, root.dir, file);
      return;
    }
    indexFile(store, root, file, text);
    if (known) synced.changed++;
    else synced.added++;
  }
}

function fingerprintOf(files: readonly MemoryFile[]): string {
  return contentHash(files.map(({ place, mtime, size }) => `${place} ${mtime} ${size}`).join("\n"));
}

/** True when the folder is as it was when all of it was last read, and nobody took rows away since. */
function isAsRead(store: Store, root: string, fingerprint: string): boolean {
  const row = store
    .query(
      `SELECT 1 FROM memory_roots r WHERE root = $root AND fingerprint = $fingerprint
         AND rows = (SELECT count(*) FROM memories WHERE root = $root)`,
    )
    .get({ root, fingerprint });
  return row !== null;
}

function noteRead(store: Store, read: ReadRoot): void {
  store
    .query(
      `INSERT OR REPLACE INTO memory_roots (root, project_key, rows, fingerprint)
       VALUES ($root, $project_key, $rows, $fingerprint)`,
    )
    .run({ ...read });
}

function dropMemoryRoot(store: Store, root: string): void {
  store.query("DELETE FROM memories WHERE root = $root").run({ root });
  store.query("DELETE FROM memory_roots WHERE root = $root").run({ root });
}

/** Their files are then read again. */
function distrustRows(store: Store, root: string): void {
  store.query("UPDATE memories SET mtime = -1, hash = '' WHERE root = $root").run({ root });
  store.query("DELETE FROM memory_roots WHERE root = $root").run({ root });
}

/** The words of all rows, anew. */
function rebuildWords(store: Store): void {
  store.run("INSERT INTO memories_fts (memories_fts) VALUES ('rebuild')");
  store.run("INSERT INTO memories_parts_fts (memories_parts_fts) VALUES ('rebuild')");
}

/** Folders of memories that a project was seen with: one for each work tree. */
function rootsOfProject(store: Store, projectKey: string): string[] {
  const rows = store
    .query("SELECT root FROM memory_roots WHERE project_key = $projectKey")
    .all({ projectKey }) as { root: string }[];
  return rows.map(({ root }) => root);
}
