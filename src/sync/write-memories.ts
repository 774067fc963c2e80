// Writes merged memories into files of holdfast's own folder. A work tree's files are never changed; what is there is used until
// something newer was pulled.
import { keepHandWritten } from "../memory/files/keep-hand-written.ts";
import { renderMemory } from "../memory/files/memory-file.ts";
import { indexFile, memoryFromRow, ownKeyOf } from "../memory/files/memory-row.ts";
import { type Root, readMemoryFile } from "../memory/files/roots.ts";
import { findFreeName } from "../memory/files/save-memory.ts";
import { slugOf } from "../memory/files/slug.ts";
import { createMemoryFile, removeMemoryFile, replaceMemoryFile } from "../memory/files/write-file.ts";
import { addOwnMemory, dropMemoryRow, type MemoryRow } from "../memory/index/memories.ts";
import { contentHash, FOLDERS, type Memory, newMemoryId } from "../memory/memory.ts";
import type { MergedMemory } from "../memory/merge-edits.ts";
import { inMemoryTransaction } from "../store/open.ts";
import { listRootRows, sourceOf } from "./scan-memories.ts";
import {
  contentOf,
  dropSynced,
  findSynced,
  listSynced,
  mergeProject,
  ownRoots,
  type ProjectFolders,
  type SyncContext,
  saveSynced,
} from "./sync-context.ts";
import { dropLiveRows } from "./sync-rows.ts";
import { listTeamMemories, type TeamMemory } from "./team-memories.ts";

export interface WriteResult {
  written: number;
  removed: number;
  /** Not removed, because so many at once are more likely a mistake. */
  waiting: number;
  /** Files that were changed by hand and that nobody vouched for: they are left alone. */
  changedByHand: number;
  /** Files that changed during the sync: the next one sends them. */
  postponed: number;
}

/** Per transaction, so that others can write in between. */
const MAX_WRITTEN_AT_ONCE = 100;
const MAX_REMOVED = 20;
const MAX_UNKNOWN = 500;

/** `mayRemoveMany`: a person asked for it. The index must be in step with the files. */
export function writeMemories(
  sync: SyncContext,
  project: ProjectFolders,
  mayRemoveMany: boolean,
  now: number,
): WriteResult {
  const memories = mergeProject(sync, project.name);
  const { own, unknown, deleted } = memories;
  const result: WriteResult = { written: 0, removed: 0, waiting: 0, changedByHand: 0, postponed: 0 };
  removeDeleted(sync, project, deleted, mayRemoveMany, result);
  const inPulled = new Files(sync, [project.pulled, ...(project.summaries ? [project.summaries] : [])]);
  const inTrees = project.workTrees.map(({ root, tracked }) => ({ files: new Files(sync, [root]), tracked }));
  const tasks = own.flatMap((merged): Task[] => {
    const root = merged.memory.category === "SESSION_SUMMARY" ? project.summaries : project.pulled;
    if (root === null) return [];
    const inTree = inTrees.flatMap(({ files, tracked }) =>
      files.find(merged).map((row) => ({ row, isTracked: tracked.has(row.place) })),
    );
    const here = inPulled.find(merged);
    // The project's git brings it.
    if (inTree.some(({ isTracked }) => isTracked)) return here.map((row) => ({ do: "remove", row }));
    const same = inTree.filter(({ row }) => contentOf(memoryFromRow(row)) === contentOf(merged.memory));
    const marks = same.map(({ row }): Task => ({ do: "mark", row, merged }));
    const hasOtherIds = inTree.some(({ row }) => row.memory_id !== merged.memory.id);
    if (here.length === 0 && same.length > 0 && !hasOtherIds) return marks;
    return [
      ...marks,
      { do: "write", merged, root, rows: here, source: sourceOf(sync, merged) },
      ...inTree.map(({ row }): Task => ({ do: "replace", row, by: merged.memory.id })),
    ];
  });
  tasks.push(...foreignTasks(sync, project.unknown, unknownMemories(sync, unknown)));
  const ofTeam = listTeamMemories(sync.store, project.name, memories, listTrackedIds(sync, project));
  const [rules, others] = partition(ofTeam);
  tasks.push(...foreignTasks(sync, project.rules, rules), ...foreignTasks(sync, project.team, others));
  run(sync, tasks, result, now);
  return result;
}

type Task =
  | { do: "write"; merged: MergedMemory; root: Root; rows: MemoryRow[]; source: string | null }
  /** `always`: even if it was changed. */
  | { do: "remove"; row: MemoryRow; always?: boolean }
  /** A work tree's file, by the one that is written. */
  | { do: "replace"; row: MemoryRow; by: string }
  /** It says the same already. */
  | { do: "mark"; row: MemoryRow; merged: MergedMemory };

/** Files of memories by any of their ids. */
class Files {
  readonly #byId: Map<string, MemoryRow[]>;

  constructor({ store }: SyncContext, roots: readonly Root[]) {
    const rows = roots.flatMap(({ dir }) => listRootRows(store, dir));
    // In a work tree, what was replaced counts as a duplicate.
    const usable = rows.filter(
      ({ status, root }) => status !== "unreadable" && (status !== "duplicate" || isWorkTree(root)),
    );
    this.#byId = Map.groupBy(usable, ({ memory_id }) => memory_id);
  }

  find({ ids }: MergedMemory): MemoryRow[] {
    return ids.flatMap((id) => this.#byId.get(id) ?? []);
  }
}

function isWorkTree(root: string): boolean {
  return root.endsWith("/.claude/memory");
}

/** Forgotten on some machine. */
function removeDeleted(
  { store }: SyncContext,
  project: ProjectFolders,
  deleted: ReadonlySet<string>,
  mayRemoveMany: boolean,
  result: WriteResult,
): void {
  const tracked = new Map(project.workTrees.map(({ root, tracked }) => [root.dir, tracked]));
  const rows = ownRoots(project).flatMap((root) => {
    const synced = new Set(listSynced(store, root.dir));
    return listRootRows(store, root.dir)
      .filter(
        ({ memory_id, place }) =>
          synced.has(memory_id) && deleted.has(memory_id) && !tracked.get(root.dir)?.has(place),
      )
      .map((row) => ({ root, row }));
  });
  if (rows.length > MAX_REMOVED && !mayRemoveMany) {
    result.waiting = rows.length;
    return;
  }
  inMemoryTransaction(store, () => {
    for (const { root, row } of rows) {
      removeMemoryFile(root, row.place);
      dropMemoryRow(store, root.dir, row.place);
      dropSynced(store, root.dir, row.memory_id);
    }
    for (const id of deleted) dropLiveRows(store, { kind: "memory", id, author: null });
  });
  result.removed = rows.length;
}

interface ForeignMemory {
  merged: MergedMemory;
  source: string | null;
}

/** They are shown as what they are, until their machine is confirmed or a person vouches for them. */
function unknownMemories(sync: SyncContext, memories: readonly MergedMemory[]): ForeignMemory[] {
  return memories
    .filter(({ memory }) => memory.category !== "SESSION_SUMMARY")
    .slice(0, MAX_UNKNOWN)
    .map((merged) => ({ merged, source: sourceOf(sync, merged) }));
}

/** Of memories that the project's git brings. */
function listTrackedIds({ store }: SyncContext, { workTrees }: ProjectFolders): Set<string> {
  const rows = workTrees.flatMap(({ root, tracked }) =>
    listRootRows(store, root.dir).filter(({ place }) => tracked.has(place)),
  );
  return new Set(rows.map(({ memory_id }) => memory_id));
}

function partition(memories: readonly TeamMemory[]): [rules: ForeignMemory[], others: ForeignMemory[]] {
  const all = memories.map(({ authors, ...memory }) => ({ ...memory, source: authors }));
  return [all.filter(({ isRule }) => isRule), all.filter(({ isRule }) => !isRule)];
}

/** In a folder of their own, which has nothing else. */
function foreignTasks(sync: SyncContext, root: Root, memories: readonly ForeignMemory[]): Task[] {
  const ids = new Set(memories.flatMap(({ merged }) => merged.ids));
  const gone = listRootRows(sync.store, root.dir).filter(({ memory_id }) => !ids.has(memory_id));
  const files = new Files(sync, [root]);
  return [
    ...gone.map((row): Task => ({ do: "remove", row, always: isTeamRoot(root) })),
    ...memories.map(
      ({ merged, source }): Task => ({ do: "write", merged, root, rows: files.find(merged), source }),
    ),
  ];
}

function run(sync: SyncContext, tasks: readonly Task[], result: WriteResult, now: number): void {
  for (let n = 0; n < tasks.length; n += MAX_WRITTEN_AT_ONCE) {
    const batch = tasks.slice(n, n + MAX_WRITTEN_AT_ONCE);
    // Before the files: if this ends in between, they are not taken for somebody else's.
    const texts = inMemoryTransaction(sync.store, () =>
      batch.map((task) => prepare(sync, task, result, now)),
    );
    inMemoryTransaction(sync.store, () => {
      for (const [index, task] of batch.entries()) finish(sync, task, texts[index] ?? null, result);
    });
  }
}

/** The file's new text; null if it stays. */
function prepare({ store }: SyncContext, task: Task, result: WriteResult, now: number): string | null {
  if (task.do !== "write") return null;
  const { merged, root, rows } = task;
  const [row] = rows;
  const memory = withTimesUntil(merged.memory, now);
  if (row === undefined) return vouchedText(store, root, renderMemory(memory));
  const isSame = contentOf(memoryFromRow(row)) === contentOf(memory);
  // After the loss of the database, what the person's machines say tells which files are the person's.
  const isOurs = root.from === "remote" || row.origin === (root.from ?? "here");
  if (isSame && isOurs && row.memory_id === memory.id && rows.length === 1) return null;
  const isChanged = (one: MemoryRow) =>
    contentOf(memoryFromRow(one)) !== contentOf(memory) && !isInStep(store, one);
  if (!isTeamRoot(root) && rows.some(isChanged)) {
    if (isOurs) result.postponed++;
    else result.changedByHand++;
    return null;
  }
  const before = readMemoryFile(root, row.place);
  return vouchedText(
    store,
    root,
    before === null ? renderMemory(memory) : keepHandWritten(before, renderMemory(memory), []),
  );
}

/** The person's own words on another machine are theirs here, too. */
function vouchedText(store: SyncContext["store"], root: Root, text: string): string {
  if (root.from !== "remote") addOwnMemory(store, ownKeyOf(root), contentHash(text));
  return text;
}

/** Nobody changes a team's files here. */
function isTeamRoot({ from }: Root): boolean {
  return from === "team" || from === "rule";
}

/** The file says what it said when it and the rows were last the same. */
function isInStep(store: SyncContext["store"], row: MemoryRow): boolean {
  const synced = findSynced(store, row.root, row.memory_id);
  return synced !== null && contentOf(synced.memory) === contentOf(memoryFromRow(row));
}

/** Somebody may have saved it since the index was read. */
function isStillThere(store: SyncContext["store"], { root, place, hash }: MemoryRow): boolean {
  const row = store
    .query("SELECT hash FROM memories WHERE root = $root AND place = $place")
    .get({ root, place }) as { hash: string } | null;
  const text = readMemoryFile({ base: root, dir: root } as Root, place);
  return row?.hash === hash && text !== null && contentHash(text) === hash;
}

function finish(sync: SyncContext, task: Task, text: string | null, result: WriteResult): void {
  const { store } = sync;
  if (task.do === "remove") {
    if (task.always || isInStep(store, task.row)) removeFile(sync, task.row);
    else result.postponed++;
    return;
  }
  if (task.do === "replace") {
    const { root, memory_id: id } = task.row;
    store
      .query("UPDATE synced_memories SET replaced_by = $by WHERE root = $root AND memory_id = $id")
      .run({ root, id, by: task.by });
    return;
  }
  if (task.do === "mark") {
    const { root, memory_id: id } = task.row;
    saveSynced(store, { root, id, merged: task.merged, source: sourceOf(sync, task.merged) });
    return;
  }
  const { merged, root, rows } = task;
  const [row, ...others] = rows;
  const { memory } = merged;
  if (text === null) {
    if (row && contentOf(memoryFromRow(row)) === contentOf(memory)) markSynced(sync, task);
    return;
  }
  if (rows.some((one) => !isStillThere(store, one))) {
    result.postponed++;
    return;
  }
  for (const other of others) removeFile(sync, other);
  const place = `${FOLDERS[memory.category]}/${row?.place.split("/")[1] ?? `${freeName(root, sync, memory)}.md`}`;
  const isMoved = row === undefined || place !== row.place;
  const file = isMoved
    ? createMemoryFile(root, place, text) || createElsewhere(root, memory, text)
    : replaceMemoryFile(root, place, text);
  if (row && isMoved) removeFile(sync, row);
  if (row && row.memory_id !== memory.id) dropSynced(store, root.dir, row.memory_id);
  indexFile(store, root, file, text);
  markSynced(sync, task);
  result.written++;
}

function markSynced({ store }: SyncContext, { root, merged, source }: Task & { do: "write" }): void {
  saveSynced(store, { root: root.dir, id: merged.memory.id, merged, source });
}

function removeFile({ store }: SyncContext, row: MemoryRow): void {
  removeMemoryFile({ dir: row.root } as Root, row.place);
  dropMemoryRow(store, row.root, row.place);
  dropSynced(store, row.root, row.memory_id);
}

function freeName(root: Root, { store }: SyncContext, { title, category }: Memory): string {
  const find = store.query("SELECT 1 FROM memories WHERE root = $root AND place = $place");
  return findFreeName(slugOf(title), (name) => {
    return find.get({ root: root.dir, place: `${FOLDERS[category]}/${name}.md` }) !== null;
  });
}

/** The name was taken by a file that is not indexed. */
function createElsewhere(root: Root, { category }: Memory, text: string) {
  const file = createMemoryFile(root, `${FOLDERS[category]}/${newMemoryId()}.md`, text);
  if (!file) throw new Error("no free name");
  return file;
}

/** A clock that is ahead must not keep a memory the newest for ever. */
function withTimesUntil(memory: Memory, now: number): Memory {
  return { ...memory, created: Math.min(memory.created, now), updated: Math.min(memory.updated, now) };
}
