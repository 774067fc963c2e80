// A new memory: its file and its row. The store's write lock makes saves wait for each other.

import type { Store } from "../../store/open.ts";
import type { Category } from "../category.ts";
import { memoryWithId } from "../index/memories.ts";
import { FOLDERS, type Memory } from "../memory.ts";
import { checkWords } from "./check-words.ts";
import { cleanMemory } from "./clean-memory.ts";
import { renderMemory } from "./memory-file.ts";
import { hashOf, recordMemory } from "./record-file.ts";
import { type MemoryPlace, type Root, rootFor } from "./roots.ts";
import { freeName, slugOf } from "./slug.ts";
import { createMemoryFile } from "./write-file.ts";

export interface Draft extends Partial<Omit<Memory, "title" | "body" | "category">> {
  title: string;
  body: string;
  category: Category;
  /** About the person, not the project. */
  personal?: boolean;
}

export interface Saved {
  memory: Memory;
  path: string;
}

const MOST_TRIES = 50;

/** Must run inside a transaction that has the write lock. */
export function writeNewMemory(store: Store, place: MemoryPlace, draft: Draft, now: number): Saved {
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
function createFile(store: Store, root: Root, given: Memory, isKnownId: (id: string) => boolean): Saved {
  const slug = slugOf(given.title);
  const tried = new Set<string>();
  const isTaken = (name: string) =>
    tried.has(name) || isIndexed(store, root, given.category, name) || (given.id === "" && isKnownId(name));
  while (tried.size < MOST_TRIES) {
    const name = freeName(slug, isTaken);
    const memory = { ...given, id: given.id || name };
    const text = renderMemory(memory);
    const file = createMemoryFile(root, `${FOLDERS[memory.category]}/${name}.md`, text);
    if (file) {
      recordMemory(store, root, file, memory, hashOf(text));
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
