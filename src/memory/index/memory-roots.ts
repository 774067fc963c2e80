// Folders of memories: when one was last read as a whole, and all of its rows at once.
import type { Store } from "../../store/open.ts";

/** True when the folder is as it was when all of it was last read, and nobody took rows away since. */
export function isAsRead(store: Store, root: string, fingerprint: string): boolean {
  const row = store
    .query(
      `SELECT 1 FROM memory_roots r WHERE root = $root AND fingerprint = $fingerprint
         AND rows = (SELECT count(*) FROM memories WHERE root = $root)`,
    )
    .get({ root, fingerprint });
  return row !== null;
}

export interface ReadRoot {
  root: string;
  project_key: string;
  /** How many files it had. */
  rows: number;
  fingerprint: string;
}

export function noteRead(store: Store, read: ReadRoot): void {
  store
    .query(
      `INSERT OR REPLACE INTO memory_roots (root, project_key, rows, fingerprint)
       VALUES ($root, $project_key, $rows, $fingerprint)`,
    )
    .run({ ...read });
}

export function dropMemoryRoot(store: Store, root: string): void {
  store.query("DELETE FROM memories WHERE root = $root").run({ root });
  store.query("DELETE FROM memory_roots WHERE root = $root").run({ root });
}

/** Their files are then read again. */
export function distrustRows(store: Store, root: string): void {
  store.query("UPDATE memories SET mtime = -1, hash = '' WHERE root = $root").run({ root });
  store.query("DELETE FROM memory_roots WHERE root = $root").run({ root });
}

/** The words of all rows, anew. */
export function rebuildWords(store: Store): void {
  store.run("INSERT INTO memories_fts (memories_fts) VALUES ('rebuild')");
  store.run("INSERT INTO memories_parts_fts (memories_parts_fts) VALUES ('rebuild')");
}

/** Folders of memories that a project was seen with: one for each work tree. */
export function rootsOfProject(store: Store, projectKey: string): string[] {
  const rows = store
    .query("SELECT root FROM memory_roots WHERE project_key = $projectKey")
    .all({ projectKey }) as { root: string }[];
  return rows.map(({ root }) => root);
}
