// Finds what changed in this machine's memory files since they and the rows were last the same, and says so in rows of its own.
import { cleanMemory } from "../memory/files/clean-memory.ts";
import { memoryFromRow } from "../memory/files/memory-row.ts";
import type { MemoryRow } from "../memory/index/memories.ts";
import type { Memory } from "../memory/memory.ts";
import { type Edit, editMemory, joinMemories, type MergedMemory } from "../memory/merge-edits.ts";
import { readEdit, toPayload } from "./memory-payload.ts";
import {
  byId,
  contentOf,
  findSynced,
  mergeProject,
  ownRoots,
  type ProjectFolders,
  type SyncContext,
  saveSynced,
} from "./sync-context.ts";
import { findRow, nextVersion, writeOwnRow } from "./sync-rows.ts";

export interface ScanResult {
  /** Memories that changed here. */
  changed: number;
  /** Titles of memories that do not fit into a row. */
  tooLong: string[];
}

/** The index must be in step with the files. Must run inside a transaction that holds the write lock. */
export function scanMemories(sync: SyncContext, project: ProjectFolders): ScanResult {
  const result: ScanResult = { changed: 0, tooLong: [] };
  let all: { known: Map<string, MergedMemory>; deleted: ReadonlySet<string> } | undefined;
  for (const row of listAccepted(sync, project)) {
    const memory = memoryFromRow(row);
    const synced = findSynced(sync.store, row.root, row.memory_id);
    if (synced && contentOf(synced.memory) === contentOf(memory)) continue;
    all ??= mergeAll(sync, project);
    if (all.deleted.has(row.memory_id)) continue;
    const current = all.known.get(row.memory_id) ?? null;
    if (current && contentOf(current.memory) === contentOf(memory)) {
      // What was pulled had been written when the last sync was interrupted.
      saveSynced(sync.store, { ...keyOf(row), merged: current, source: sourceOf(sync, current) });
      continue;
    }
    // Redacted again: the rules may be newer than the file.
    const edit = editOf(sync, row.memory_id, synced, cleanMemory(memory));
    if (edit === null) continue;
    if (!writeEdit(sync, project.name, edit)) {
      result.tooLong.push(memory.title);
      continue;
    }
    saveSynced(sync.store, { ...keyOf(row), merged: afterEdit(synced, edit, memory), source: null });
    result.changed++;
  }
  return result;
}

function mergeAll(sync: SyncContext, { name }: ProjectFolders) {
  const { own, deleted } = mergeProject(sync, name);
  return { known: byId(own), deleted };
}

function keyOf({ root, memory_id }: MemoryRow): { root: string; id: string } {
  return { root, id: memory_id };
}

/** What travels: what a person accepted here, except what the project's git has. */
function listAccepted({ store }: SyncContext, project: ProjectFolders): MemoryRow[] {
  const rows = [...ownRoots(project), project.unknown].flatMap(({ dir }) => listRootRows(store, dir));
  const tracked = new Map(project.workTrees.map(({ root, tracked }) => [root.dir, tracked]));
  return rows.filter(({ origin, status, root, place }) => {
    const isKept = status === "active" || status === "superseded" || status === "retired";
    return origin === "here" && isKept && !tracked.get(root)?.has(place);
  });
}

export function listRootRows(store: SyncContext["store"], root: string): MemoryRow[] {
  return store.query("SELECT * FROM memories WHERE root = $root ORDER BY place").all({ root }) as MemoryRow[];
}

function editOf(sync: SyncContext, id: string, synced: MergedMemory | null, memory: Memory): Edit | null {
  const machine = sync.key.machine;
  return editMemory(
    { id, machine, counter: nextVersion(sync.store, sync.confirmed) },
    synced,
    ownEdit(sync, id),
    memory,
  );
}

function ownEdit({ store, key }: SyncContext, id: string): Edit | null {
  const row = findRow(store, { kind: "memory", id, machine: key.machine });
  return row && !row.deleted ? readEdit(row) : null;
}

/** False when it is too long for a row. */
function writeEdit(sync: SyncContext, project: string, edit: Edit): boolean {
  const payload = toPayload(edit);
  if (payload === null) return false;
  const version = nextVersion(sync.store, sync.confirmed);
  writeOwnRow(sync.store, sync.key, { kind: "memory", id: edit.id, project, payload }, version);
  return true;
}

/** Until the others' rows are merged with it, the memory is what the file says. */
function afterEdit(synced: MergedMemory | null, edit: Edit, memory: Memory): MergedMemory {
  const counters = [edit.text, edit.labels, edit.status].flatMap((part) => part?.counter ?? []);
  return {
    ids: synced?.ids ?? [edit.id],
    memory,
    machine: edit.machine,
    lost: synced?.lost ?? [],
    machines: [...new Set([...(synced?.machines ?? []), edit.machine])].toSorted(),
    seen: { ...synced?.seen, [`${edit.id} ${edit.machine}`]: Math.max(...counters) },
  };
}

/** Memories that say the same are one from now on, whatever is changed later. Same transaction rules as `scanMemories`. */
export function joinEqual(sync: SyncContext, { name }: ProjectFolders): void {
  for (const merged of mergeProject(sync, name).own) {
    const [first = "", ...others] = merged.ids;
    if (others.length === 0 || isJoined(sync, first, others)) continue;
    const edit = joinMemories(merged, sync.key.machine, ownEdit(sync, first));
    if (edit !== null) writeEdit(sync, name, edit);
  }
}

/** Some machine has said so. */
function isJoined({ store, confirmed }: SyncContext, id: string, others: readonly string[]): boolean {
  const said = confirmed.flatMap((machine) => {
    const row = findRow(store, { kind: "memory", id, machine });
    return (row && readEdit(row)?.joined) ?? [];
  });
  return others.every((other) => said.includes(other));
}

/** The machine whose text it is; null for this one. */
export function sourceOf({ key, machines }: SyncContext, { machine }: MergedMemory): string | null {
  if (machine === key.machine) return null;
  const found = machines.find(({ id }) => id === machine);
  if (found === undefined) return "an unknown machine";
  return found.isConfirmed ? found.name : `a machine that calls itself ${found.name}`;
}
