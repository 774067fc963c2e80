// The state of each memory folder when it was last read completely.
import { existsSync } from "node:fs";
import { VERSION } from "../../config/version.ts";
import type { Store } from "../../store/open.ts";
import {
  folderTimes,
  listFiles,
  type MemoryFile,
  type MemoryPlace,
  type Root,
  rootsOf,
} from "../files/roots.ts";
import { contentHash } from "../memory.ts";

export interface RootState {
  /** The version of holdfast that read the files: another one may read or judge them differently. */
  version: string;
  /** Hash of the names, times and sizes of all files. */
  files: string;
  /** Modification times of subfolders; null for a change so recent that a later one could have the same time. */
  folders: Record<string, number | null>;
}

/** File systems store coarse times: two changes may have the same. */
const MIN_AGE_MS = 2000;

/** Reads the folder times before listing the files, so that the next read notices a change in between. */
export function readRoot(root: Root): { state: RootState; files: MemoryFile[] } {
  const before = Date.now() - MIN_AGE_MS;
  const times = Object.entries(folderTimes(root));
  const files = listFiles(root);
  const hash = contentHash(files.map(({ place, mtime, size }) => `${place} ${mtime} ${size}`).join("\n"));
  const folders = Object.fromEntries(times.map(([name, time]) => [name, time < before ? time : null]));
  return { state: { version: VERSION, files: hash, folders }, files };
}

export function isSameFolders(a: RootState["folders"], b: RootState["folders"]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** null when the root was never read. */
export function findRootState(store: Store, root: string): RootState | null {
  const row = store.query("SELECT fingerprint FROM memory_roots WHERE root = $root").get({ root }) as {
    fingerprint: string;
  } | null;
  if (row === null) return null;
  // Earlier versions stored a bare hash, or no version.
  const known = row.fingerprint.startsWith("{") ? (JSON.parse(row.fingerprint) as Partial<RootState>) : {};
  return { version: "", files: "", folders: {}, ...known };
}

export function isOutdated(known: RootState | null): boolean {
  return known !== null && known.version !== VERSION;
}

/** False when rows were removed since all files were read, such as by `holdfast forget`. */
export function hasAllRows(store: Store, root: string): boolean {
  const row = store
    .query(
      `SELECT 1 FROM memory_roots WHERE root = $root
         AND rows = (SELECT count(*) FROM memories WHERE root = $root)`,
    )
    .get({ root });
  return row !== null;
}

export function saveRootState(store: Store, root: Root, rows: number, state: RootState): void {
  store
    .query(
      `INSERT OR REPLACE INTO memory_roots (root, project_key, rows, fingerprint)
       VALUES ($root, $projectKey, $rows, $fingerprint)`,
    )
    .run({ root: root.dir, projectKey: root.key, rows, fingerprint: JSON.stringify(state) });
}

export function dropRootState(store: Store, root: string): void {
  store.query("DELETE FROM memory_roots WHERE root = $root").run({ root });
}

/** Memory folders of the project's other work trees that no longer exist. */
export function findGoneRoots(store: Store, place: MemoryPlace): string[] {
  const roots = rootsOf(place).map(({ dir }) => dir);
  const rows = store
    .query("SELECT root FROM memory_roots WHERE project_key = $projectKey")
    .all({ projectKey: place.projectKey }) as { root: string }[];
  return rows.map(({ root }) => root).filter((root) => !roots.includes(root) && !existsSync(root));
}
