// Changes an existing memory. The file is read first, because a person may have edited it since it was indexed.
import type { Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import {
  addOwnMemory,
  claimText,
  dropMemoryRow,
  findMemoriesByPrefix,
  type MemoryRow,
} from "../index/memories.ts";
import { listSuperseding } from "../index/memory-chain.ts";
import { vouchFor } from "../index/memory-usage.ts";
import { type Category, contentHash, FOLDERS, type Memory } from "../memory.ts";
import { checkTitleAndBody, cleanMemory, cleanTitle } from "./clean-memory.ts";
import { keepHandWritten } from "./keep-hand-written.ts";
import { bodyForTitle, bodyWithoutTitle, parseMemory, renderMemory } from "./memory-file.ts";
import { indexFile, originOf } from "./memory-row.ts";
import { mergeFiles, splitConflict } from "./merge-files.ts";
import { type MemoryFile, type MemoryPlace, type Root, readMemoryFile, rootOfRow, rootsOf } from "./roots.ts";
import type { SavedMemory } from "./save-memory.ts";
import { createMemoryFile, removeMemoryFile, replaceMemoryFile } from "./write-file.ts";

export type MemoryChange = Partial<
  Pick<Memory, "title" | "body" | "category" | "tags" | "confidence" | "who" | "status" | "supersedes">
>;

/** The beginning of its id or of its file's name is enough if it is unique. */
export function pickMemory(store: Store, place: MemoryPlace, id: string): MemoryRow {
  const dirs = rootsOf(place).map(({ dir }) => dir);
  const found = id === "" ? [] : findMemoriesByPrefix(store, place.projectKey, id, dirs);
  const [first] = found;
  const names = new Set(found.map(({ memory_id }) => memory_id));
  if (first && (first.memory_id === id || isFileName(found, id) || names.size === 1)) return first;
  throw new UserError(
    "no-memory",
    first
      ? `several memories start with ${id}: ${[...names].join(", ")}`
      : `there is no memory ${id}`.trimEnd(),
    "`holdfast memory list` and `holdfast memory search` show them.",
  );
}

/** Copies in other work trees have the same name; a personal memory may have it, too, and then the project's is meant. */
function isFileName(found: readonly MemoryRow[], name: string): boolean {
  const [first, ...others] = found.filter(({ place }) => place.endsWith(`/${name}.md`));
  return (
    first !== undefined && first === found[0] && others.every(({ category }) => category === first.category)
  );
}

/** Must run inside a transaction that holds the write lock. */
export function changeMemory(
  store: Store,
  place: MemoryPlace,
  row: MemoryRow,
  change: MemoryChange,
  now: number,
): SavedMemory {
  requireOwn(row);
  const root = rootOfRow(place, row);
  const text = readMemoryFile(root, row.place);
  const read = readForChange(text, row);
  if (read.memory === null || text === null) {
    throw new UserError(
      "unreadable-memory",
      `${root.dir}/${row.place} cannot be changed: ${read.problem}`,
      "Fix the file by hand, then try again.",
    );
  }
  checkTitleAndBody(change);
  const before = read.memory;
  const memory = cleanMemory({
    ...before,
    ...change,
    ...newBody(before, read.typedTitle, change),
    updated: now,
  });
  const notUnderstood = [...read.remarks.keys()].filter(
    (key) => key !== "updated" && !((key === "source" ? "who" : key) in change),
  );
  const after = keepHandWritten(text, renderMemory(memory), notUnderstood);
  // Changing part of a text from the repository does not make it ours.
  const origin = originOf(store, root, contentHash(text));
  if (origin === "here") claimText(store, root.key, contentHash(after));
  const file = writeChanged(store, root, row, memory.category, after);
  if (origin === "here") addOwnMemory(store, root.key, contentHash(after));
  indexFile(store, root, file, after);
  return { memory, origin, path: `${root.dir}/${file.place}` };
}

function readForChange(text: string | null, row: MemoryRow): ReturnType<typeof parseMemory> {
  if (text === null) return { memory: null, problem: "it is gone" };
  if (splitConflict(text))
    return {
      memory: null,
      problem: `git left a merge conflict in it: holdfast memory restore ${row.memory_id}`,
    };
  return parseMemory(text, row.place, row.updated_at);
}

/** True if git left a conflict in the file, which then is the merge of both sides. Never while git has it unmerged. */
export function mergeConflict(
  store: Store,
  place: MemoryPlace,
  row: MemoryRow,
  isUnmerged: boolean,
): boolean {
  const root = rootOfRow(place, row);
  const text = readMemoryFile(root, row.place);
  const conflict = text === null ? null : splitConflict(text);
  const merged = conflict && mergeFiles(conflict, row.place, row.updated_at);
  if (!merged) return false;
  if (isUnmerged)
    throw new UserError(
      "unmerged",
      `git has not finished merging ${row.root}/${row.place}`,
      "Resolve it there (`git checkout --ours` or `--theirs`, or an editor), then `git add` it.",
    );
  if (row.origin === "here") claimText(store, root.key, contentHash(merged.text));
  indexFile(store, root, replaceMemoryFile(root, row.place, merged.text), merged.text);
  return true;
}

/** What others of a team wrote is theirs. */
export function requireOwn({ memory_id: id, origin }: MemoryRow): void {
  if (origin !== "team" && origin !== "rule") return;
  throw new UserError(
    "not-yours",
    `${id} is another developer's, and only they can change it`,
    'To say it yourself: holdfast memory save "…"',
  );
}

/** Moves the file if its category changed, unless the name is taken there. */
function writeChanged(
  store: Store,
  root: Root,
  row: MemoryRow,
  category: Category,
  text: string,
): MemoryFile {
  if (!root.categories.includes(category)) {
    throw new UserError(
      "taken",
      `${root.dir} cannot hold a ${category.toLowerCase().replace("_", " ")}`,
      "Save a new memory and retire this one.",
    );
  }
  const place = `${FOLDERS[category]}/${row.place.split("/")[1]}`;
  const moved = place !== row.place && createMemoryFile(root, place, text);
  if (!moved) return replaceMemoryFile(root, row.place, text);
  removeMemoryFile(root, row.place);
  dropMemoryRow(store, root.dir, row.place);
  return moved;
}

/** With a new title, the body must not repeat the old title. */
function newBody(before: Memory, typedTitle: string, { title, body }: MemoryChange): Partial<Memory> {
  if (title === undefined) return body === undefined ? {} : { body: bodyForTitle(typedTitle, body) };
  if (body === undefined && cleanTitle(title) === before.title) return {};
  return { body: bodyForTitle(title, body ?? bodyWithoutTitle(before)) };
}

/**
 * A person has read this text of the memory: it is no longer "from the repository", but text that addresses the model stays
 * quarantined. A later change of the text is judged again. Runs inside a transaction.
 */
export function adoptMemory(store: Store, place: MemoryPlace, row: MemoryRow): void {
  addOwnMemory(store, row.project_key, row.hash);
  for (const copy of listCopies(store, row)) {
    const root = rootOfRow(place, copy);
    indexFile(store, root, copy, readMemoryFile(root, copy.place));
  }
}

/** Like `adoptMemory`, and also lifts the quarantine. */
export function vouchForMemory(store: Store, place: MemoryPlace, row: MemoryRow): void {
  requireOwn(row);
  vouchFor(store, row.project_key, row.memory_id, row.hash);
  adoptMemory(store, place, row);
}

/** The same file in all work trees. */
function listCopies(store: Store, { project_key, hash }: MemoryRow): MemoryRow[] {
  return store
    .query(`SELECT * FROM memories WHERE project_key = $project_key AND hash = $hash
         AND status NOT IN ('duplicate', 'unreadable')`)
    .all({ project_key, hash }) as MemoryRow[];
}

/** Must run inside a transaction that holds the write lock, with rows read in it: others replace memories too. */
export function supersedeMemory(
  store: Store,
  place: MemoryPlace,
  { old, by, change = {} }: { old: MemoryRow; by: MemoryRow; change?: MemoryChange },
  now: number,
): SavedMemory {
  if (old.id === by.id) throw new UserError("usage", "a memory cannot replace itself", "Give two IDs.");
  if (by.status !== "active") {
    throw new UserError(
      "not-active",
      `${by.memory_id} is ${by.status}, so it cannot replace ${old.memory_id}`,
      `Restore it first: holdfast memory restore ${by.memory_id}`,
    );
  }
  checkScope(old, by.project_key === "");
  const ids = [...new Set([...(JSON.parse(by.supersedes) as string[]), old.memory_id])];
  const saved = changeMemory(store, place, by, { ...change, supersedes: ids }, now);
  changeMemory(store, place, old, { status: "superseded" }, now);
  return saved;
}

/** A project's memory cannot be replaced by a personal one, or the other way round. */
export function checkScope(old: MemoryRow, personal: boolean): void {
  const isOwn = old.project_key === "";
  if (isOwn === personal) return;
  throw new UserError(
    "other-scope",
    isOwn
      ? `${old.memory_id} is personal and applies to every project: a memory of this project cannot replace it`
      : `${old.memory_id} belongs to the project: a personal memory cannot replace it`,
    `Keep both, or if it is no longer true: holdfast memory retire ${old.memory_id}`,
  );
}

/** Makes a memory active again and removes it from the lists of those that replaced it. Same transaction rules as `supersedeMemory`. */
export function restoreMemory(store: Store, place: MemoryPlace, row: MemoryRow, now: number): void {
  const roots = rootsOf(place).map(({ dir }) => dir);
  for (const other of listSuperseding(store, place.projectKey, row.memory_id)) {
    if (!roots.includes(other.root)) continue;
    const supersedes = (JSON.parse(other.supersedes) as string[]).filter((id) => id !== row.memory_id);
    changeMemory(store, place, other, { supersedes }, now);
  }
  changeMemory(store, place, row, { status: "active" }, now);
}
