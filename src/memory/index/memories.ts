// The rows of the memory index.
import { Database } from "bun:sqlite";
import { inTransaction, type Store, sqliteCode } from "../../store/open.ts";
import { indexForm } from "../../text/query-words.ts";
import type { Origin } from "../memory.ts";

export interface MemoryRow {
  id: number;
  /** The memory folder of the file. */
  root: string;
  /** The file's path relative to the root. */
  place: string;
  /** "" for personal memories. */
  project_key: string;
  memory_id: string;
  title: string;
  /** JSON list. */
  tags: string;
  body: string;
  category: string;
  /** As in the file, or "quarantined", "unreadable" or "duplicate" (another file has its id). */
  status: string;
  who: string;
  confidence: number;
  source_session: string | null;
  /** JSON list of ids. */
  supersedes: string;
  created_at: number;
  updated_at: number;
  mtime: number;
  size: number;
  hash: string;
  origin: Origin;
  /** Why it is quarantined, unreadable or a duplicate, or which part of the file was not understood. */
  note: string | null;
}

export type NewMemoryRow = Omit<MemoryRow, "id">;

/** The machine that wrote the text, if it was another one, or the author in a team; of a row `m`. */
export const SOURCE_OF_M =
  "(SELECT s.source FROM synced_memories s WHERE s.root = m.root AND s.memory_id = m.memory_id)";
export type IndexedFile = Pick<MemoryRow, "place" | "mtime" | "size" | "hash">;

const COLUMNS =
  "root place project_key memory_id title tags body category status who confidence source_session supersedes " +
  "created_at updated_at mtime size hash origin note parts words";

export function saveMemoryRow(store: Store, row: NewMemoryRow): void {
  const columns = COLUMNS.split(" ");
  store
    .query(
      `INSERT INTO memories (${columns.join(", ")}) VALUES ($${columns.join(", $")})
       ON CONFLICT (root, place) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`,
    )
    .run({ ...row, ...indexForm(row.title, row.tags, row.body) });
}

export function listIndexed(store: Store, root: string): IndexedFile[] {
  return store
    .query("SELECT place, mtime, size, hash FROM memories WHERE root = $root")
    .all({ root }) as IndexedFile[];
}

export function touchMemoryRow(store: Store, root: string, file: Omit<IndexedFile, "hash">): void {
  store
    .query("UPDATE memories SET mtime = $mtime, size = $size WHERE root = $root AND place = $place")
    .run({ root, place: file.place, mtime: file.mtime, size: file.size });
}

export function dropMemoryRow(store: Store, root: string, place: string): void {
  store.query("DELETE FROM memories WHERE root = $root AND place = $place").run({ root, place });
}

/**
 * Memories of the project and the person by the beginning of their id or of their file's name: exact matches first, then those in
 * this work tree.
 */
export function findMemoriesByPrefix(
  store: Store,
  projectKey: string,
  id: string,
  roots: readonly string[],
): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE project_key IN ($projectKey, '')
         AND (substr(memory_id, 1, length($id)) = $id OR substr(place, instr(place, '/') + 1, length($id)) = $id)
       ORDER BY memory_id = $id DESC, substr(place, instr(place, '/') + 1) = $id || '.md' DESC, status = 'duplicate', root IN (SELECT value FROM json_each($roots)) DESC,
         project_key = '', updated_at DESC LIMIT 20`,
    )
    .all({ id, projectKey, roots: JSON.stringify(roots) }) as MemoryRow[];
}

/** Prefers these roots. Unlike a search by prefix this uses the database's index: an import looks up thousands of ids. */
export function findMemoryById(
  store: Store,
  projectKey: string,
  id: string,
  roots: readonly string[] = [],
): MemoryRow | null {
  return store
    .query(
      `SELECT * FROM memories WHERE memory_id = $id AND project_key = $projectKey
       ORDER BY status = 'duplicate', root IN (SELECT value FROM json_each($roots)) DESC LIMIT 1`,
    )
    .get({ id, projectKey, roots: JSON.stringify(roots) }) as MemoryRow | null;
}

export interface MemoryFilter {
  projectKey: string;
  status: string | null;
  category: string | null;
  limit: number;
}

/** Newest first; a memory that several work trees have is listed once. */
export function listMemories(store: Store, filter: MemoryFilter): MemoryRow[] {
  return store
    .query(
      `SELECT *, max(updated_at) AS newest FROM memories WHERE project_key IN ($projectKey, '')
         AND ($status IS NULL OR status = $status) AND ($category IS NULL OR category = $category)
       GROUP BY project_key, memory_id, status IN ('unreadable', 'duplicate'), iif(status = 'duplicate', id, 0)
       ORDER BY updated_at DESC, memory_id LIMIT $limit`,
    )
    .all({ ...filter }) as MemoryRow[];
}

export interface SourcedRow extends MemoryRow {
  source?: string | null;
}

/** Whether any memory is active: a quick test before a full-text search. */
export function hasMemories(store: Store, projectKey: string): boolean {
  const row = store
    .query("SELECT 1 FROM memories WHERE project_key IN ($projectKey, '') AND status = 'active' LIMIT 1")
    .get({ projectKey });
  return row !== null;
}

/** For the start of a session: fast, however large the index. Nothing that somebody else wrote, unless it is a rule of their team. */
export function listNewestActive(
  store: Store,
  projectKey: string,
  category: string,
  limit: number,
): SourcedRow[] {
  const newest = `SELECT m.*, ${SOURCE_OF_M} AS source FROM memories m
    WHERE m.project_key = $key AND m.status = 'active' AND m.category = $category AND m.origin IN ('here', 'rule')
    ORDER BY m.updated_at DESC LIMIT $limit`;
  const rows = [projectKey, ""].flatMap(
    (key) => store.query(newest).all({ key, category, limit }) as SourcedRow[],
  );
  // Each work tree may have a copy; of equal keys a map keeps the last, so the newest comes last.
  const byId = new Map(rows.toReversed().map((row) => [`${row.project_key}\0${row.memory_id}`, row]));
  return [...byId.values()].toSorted((a, b) => b.updated_at - a.updated_at).slice(0, limit);
}

/** Files that nobody here wrote or vouched for. */
export function listRepositoryMemories(store: Store, projectKey: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE project_key IN ($projectKey, '') AND origin IN ('repository', 'remote')
         AND status IN ('active', 'quarantined') ORDER BY root, place`,
    )
    .all({ projectKey }) as MemoryRow[];
}

export interface MemoryCount {
  category: string;
  status: string;
  n: number;
}

/** `projectKey` null: in all projects. */
export function countMemories(store: Store, projectKey: string | null): MemoryCount[] {
  return store
    .query(
      `SELECT category, status, count(DISTINCT project_key || char(0) || memory_id) AS n FROM memories
       WHERE $projectKey IS NULL OR project_key IN ($projectKey, '')
       GROUP BY category, status ORDER BY category, status`,
    )
    .all({ projectKey }) as MemoryCount[];
}

/** Files with a problem: unreadable, duplicate id, quarantined, or partly not understood. */
export function listProblemMemories(store: Store, projectKey: string): MemoryRow[] {
  return store
    .query(
      `SELECT * FROM memories WHERE project_key IN ($projectKey, '')
         AND (note IS NOT NULL OR status IN ('quarantined', 'unreadable', 'duplicate'))
       ORDER BY root, place`,
    )
    .all({ projectKey }) as MemoryRow[];
}

/** Not given to sessions, whatever the file's status. */
export function isWithheld({ status }: Pick<MemoryRow, "status">): boolean {
  return status === "quarantined" || status === "unreadable" || status === "duplicate";
}

/** Paths of memory files that contain the text, ignoring case. */
export function findMemoryFilesContaining(store: Store, text: string): string[] {
  const rows = store
    .query(
      `SELECT root, place FROM memories WHERE instr(lower(title || char(10) || tags || char(10) || body), lower($text)) > 0
       ORDER BY root, place`,
    )
    .all({ text }) as { root: string; place: string }[];
  return rows.map(({ root, place }) => `${root}/${place}`);
}

const MAX_WAIT_MS = 50;

/** Records a file's text, by its hash, as ours: written on this machine, or vouched for by a person. */
export function addOwnMemory(store: Store, projectKey: string, hash: string): void {
  store
    .query("INSERT OR IGNORE INTO own_memories (project_key, hash) VALUES ($projectKey, $hash)")
    .run({ projectKey, hash });
}

/**
 * Before the file is written, with a connection of its own, because the transaction that indexes the file is not committed yet: a process that is
 * killed in between must not leave a file that counts as somebody else's.
 */
export function claimText(store: Store, projectKey: string, hash: string): void {
  const ledger = new Database(store.filename, { readwrite: true, create: false, strict: true });
  try {
    ledger.run(`PRAGMA busy_timeout = ${MAX_WAIT_MS}`);
    ledger
      .query("INSERT OR IGNORE INTO memory_hashes (project_key, hash) VALUES ($projectKey, $hash)")
      .run({ projectKey, hash });
  } catch (error) {
    // A save does not wait for the ledger. Without a claim it only must not be killed now.
    if (!sqliteCode(error).startsWith("SQLITE_BUSY")) throw error;
  } finally {
    ledger.close();
  }
}

export function isOwnMemory(store: Store, projectKey: string, hash: string): boolean {
  return (
    store
      .query(
        `SELECT 1 FROM own_memories WHERE project_key = $projectKey AND hash = $hash
         UNION ALL SELECT 1 FROM memory_hashes WHERE project_key = $projectKey AND hash = $hash`,
      )
      .get({ projectKey, hash }) !== null
  );
}

/** Into the ledger: without it, somebody who lost the memory database would have to vouch for every memory. */
export function copyOwnMemories(store: Store): void {
  const missing =
    "SELECT project_key, hash FROM own_memories EXCEPT SELECT project_key, hash FROM memory_hashes";
  if (store.query(`${missing} LIMIT 1`).get() !== null)
    inTransaction(store, () => store.run(`INSERT OR IGNORE INTO memory_hashes ${missing}`));
}
