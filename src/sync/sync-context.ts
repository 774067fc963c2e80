// What the parts of a sync need.
import type { Environment } from "../config/environment.ts";
import type { Root } from "../memory/files/roots.ts";
import { type Edit, type MergedMemory, mergeEdits } from "../memory/merge-edits.ts";
import type { Store } from "../store/open.ts";
import { parseJson } from "../text/unknown-values.ts";
import type { MachineKey } from "./machine-key.ts";
import type { Machine } from "./machines.ts";
import { readEdit } from "./memory-payload.ts";
import type { SyncProject } from "./projects.ts";
import { listDeletedRows, listRows, type StoredRow } from "./sync-rows.ts";

export interface SyncContext {
  env: Environment;
  store: Store;
  key: MachineKey;
  machines: readonly Machine[];
  /** Ids of the person's machines. */
  confirmed: readonly string[];
}

/** A project with the folders of its memories. */
export interface ProjectFolders extends SyncProject {
  /** Where holdfast writes what it pulls. */
  pulled: Root;
  /** For session summaries that somebody kept; null: no session travels. */
  summaries: Root | null;
  /** For what unknown machines say. */
  unknown: Root;
  /** For what others of a team say, and which of that is a rule of the project. */
  team: Root;
  rules: Root;
  /** In work trees, with the files that git has. */
  workTrees: { root: Root; tracked: ReadonlySet<string> }[];
}

/** Of the person's own memories. */
export function ownRoots({ pulled, summaries, workTrees }: ProjectFolders): Root[] {
  return [pulled, ...(summaries ? [summaries] : []), ...workTrees.map(({ root }) => root)];
}

export interface ProjectMemories {
  /** What the person's machines say. */
  own: MergedMemory[];
  /** What others say, about other memories. */
  unknown: MergedMemory[];
  /** What the others of a team say, each on their own. */
  team: { author: string; memories: MergedMemory[] }[];
  /** Ids that the person forgot. */
  deleted: ReadonlySet<string>;
}

/** What all machines together say about a project's memories. */
export function mergeProject({ store, confirmed }: SyncContext, name: string): ProjectMemories {
  const isOwn = ({ machine, isSigned, author }: StoredRow) =>
    author === null && isSigned && confirmed.includes(machine);
  const tombstones = listDeletedRows(store, "memory");
  const deleted = new Set(tombstones.filter(isOwn).map(({ id }) => id));
  const rows = listRows(store, "memory", name);
  const own = mergeEdits(toEdits(rows.filter((row) => isOwn(row) && !deleted.has(row.id))));
  const ids = new Set([...deleted, ...own.flatMap((memory) => memory.ids)]);
  const isOfTeam = ({ author, isSigned }: StoredRow) => author !== null && isSigned;
  const others = rows.filter((row) => !isOwn(row) && !isOfTeam(row) && !ids.has(row.id));
  const forgotten = new Set(tombstones.filter(isOfTeam).map(({ author, id }) => `${author} ${id}`));
  const ofTeam = rows.filter((row) => isOfTeam(row) && !forgotten.has(`${row.author} ${row.id}`));
  const byAuthor = Map.groupBy(ofTeam, ({ author }) => author ?? "");
  return {
    own,
    unknown: mergeEdits(toEdits(others)),
    team: [...byAuthor]
      .map(([author, said]) => ({ author, memories: mergeEdits(toEdits(said)) }))
      .toSorted((a, b) => (a.author < b.author ? -1 : 1)),
    deleted,
  };
}

function toEdits(rows: readonly StoredRow[]): Edit[] {
  return rows.flatMap((row) => readEdit(row) ?? []);
}

export function byId(memories: readonly MergedMemory[]): Map<string, MergedMemory> {
  return new Map(memories.flatMap((memory) => memory.ids.map((id) => [id, memory])));
}

/** What a memory file said when it and the rows were last the same. */
export function findSynced(store: Store, root: string, id: string): MergedMemory | null {
  const row = store
    .query("SELECT merged FROM synced_memories WHERE root = $root AND memory_id = $id")
    .get({ root, id }) as { merged: string } | null;
  return row && (parseJson(row.merged) as MergedMemory);
}

export function saveSynced(
  store: Store,
  synced: { root: string; id: string; merged: MergedMemory; source: string | null },
): void {
  store
    .query(
      `INSERT INTO synced_memories (root, memory_id, merged, source) VALUES ($root, $id, $merged, $source)
       ON CONFLICT DO UPDATE SET merged = excluded.merged, source = excluded.source`,
    )
    .run({ ...synced, merged: JSON.stringify(synced.merged) });
}

export function dropSynced(store: Store, root: string, id: string): void {
  store.query("DELETE FROM synced_memories WHERE root = $root AND memory_id = $id").run({ root, id });
}

/** Ids of the root's memories that were in step once. */
export function listSynced(store: Store, root: string): string[] {
  const rows = store.query("SELECT memory_id AS id FROM synced_memories WHERE root = $root").all({ root });
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** Everything that can be said of a memory, without times, which clocks decide. */
export function contentOf(memory: MergedMemory["memory"]): string {
  const { title, body, category, tags, confidence, status, supersedes, who } = memory;
  return JSON.stringify([
    title,
    body,
    category,
    tags.toSorted(),
    confidence,
    status,
    supersedes.toSorted(),
    who,
  ]);
}
