// A new memory: its file and its row. The store's write lock makes saves wait for each other.

import type { Store } from "../../store/open.ts";
import type { Category } from "../category.ts";
import { memoryWithId } from "../index/memories.ts";
import { FOLDERS, type Memory } from "../memory.ts";
import { checkWords, cleanMemory } from "./clean-memory.ts";
import { renderMemory } from "./memory-file.ts";
import { contentHash, indexMemory } from "./memory-row.ts";
import { type MemoryPlace, type Root, rootFor } from "./roots.ts";
import { createMemoryFile } from "./write-file.ts";

const MAX_SLUG = 60;

export interface Draft extends Partial<Omit<Memory, "title" | "body" | "category">> {
  title: string;
  body: string;
  category: Category;
  /** About the person, not the project. */
  personal?: boolean;
}

export interface SavedMemory {
  memory: Memory;
  path: string;
}

const MAX_TRIES = 50;

/** Must run inside a transaction that has the write lock. */
export function writeNewMemory(store: Store, place: MemoryPlace, draft: Draft, now: number): SavedMemory {
  checkWords(draft);
  const root = rootFor(place, draft.category, draft.personal === true);
  const created = draft.created ?? now;
  const memory = cleanMemory({
    tags: [],
    session: null,
    who: "user",
    confidence: 1,
    status: "active",
    supersedes: [],
    ...withoutUndefined(draft),
    id: draft.id ?? "",
    created,
    updated: draft.updated ?? created,
  });
  return createFile(store, root, memory, (id) => isKnown(store, place, id));
}

/** Without an id of its own it gets its file's name, which is then free as both. */
function createFile(
  store: Store,
  root: Root,
  given: Memory,
  isKnownId: (id: string) => boolean,
): SavedMemory {
  const slug = slugOf(given.title);
  const tried = new Set<string>();
  const isTaken = (name: string) =>
    tried.has(name) || isIndexed(store, root, given.category, name) || (given.id === "" && isKnownId(name));
  while (tried.size < MAX_TRIES) {
    const name = freeName(slug, isTaken);
    const memory = { ...given, id: given.id || name };
    const text = renderMemory(memory);
    const file = createMemoryFile(root, `${FOLDERS[memory.category]}/${name}.md`, text);
    if (file) {
      indexMemory(store, root, file, memory, contentHash(text));
      return { memory, path: `${root.dir}/${file.place}` };
    }
    tried.add(name);
  }
  throw new Error(`no free name for ${slug}`);
}

function isIndexed(store: Store, root: Root, category: Category, name: string): boolean {
  const place = `${FOLDERS[category]}/${name}.md`;
  return (
    store
      .query("SELECT 1 FROM memories WHERE root = $root AND place = $place")
      .get({ root: root.dir, place }) !== null
  );
}

/** In the project, or among the person's own. */
function isKnown(store: Store, place: MemoryPlace, id: string): boolean {
  return memoryWithId(store, place.projectKey, id) !== null || memoryWithId(store, "", id) !== null;
}

export function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never;
}

// The name of a memory's file: plain ASCII, whatever stands in the title.
export function slugOf(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  // A title in another script leaves nothing to read: then its hash tells it apart.
  if (plain.replaceAll("-", "").length < 3) return `memory-${Bun.hash(title).toString(16).slice(0, 8)}`;
  if (plain.length <= MAX_SLUG) return plain;
  return plain
    .slice(0, MAX_SLUG + 1)
    .replace(/-[^-]*$/, "")
    .slice(0, MAX_SLUG);
}

/** The first free of `name`, `name-2`, …: the same each time. */
export function numberedName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}-${n}`;
  return free;
}

/** The first free of `name`, `name-2` … `name-9`; then it is one of many, and gets a name of its own at once. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let n = 2; n < 10; n++) {
    if (!isTaken(`${name}-${n}`)) return `${name}-${n}`;
  }
  return `${name}-${crypto.randomUUID().slice(0, 8)}`;
}
