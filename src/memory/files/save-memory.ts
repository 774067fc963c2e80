// Creates a new memory: its file and its row. The store's write lock serialises saves.
import type { Store } from "../../store/open.ts";
import { withoutUndefined } from "../../text/unknown-values.ts";
import { addOwnMemory, claimText } from "../index/memories.ts";
import { type Category, contentHash, FOLDERS, type Memory, newMemoryId, type Origin } from "../memory.ts";
import { checkTitleAndBody, cleanMemory } from "./clean-memory.ts";
import { renderMemory } from "./memory-file.ts";
import { indexMemory } from "./memory-row.ts";
import { type MemoryPlace, type Root, rootFor } from "./roots.ts";
import { slugOf } from "./slug.ts";
import { createMemoryFile } from "./write-file.ts";

export interface MemoryDraft extends Partial<Omit<Memory, "title" | "body" | "category">> {
  title: string;
  body: string;
  category: Category;
  /** About the person, not the project. */
  personal?: boolean;
}

export interface SavedMemory {
  memory: Memory;
  origin: Origin;
  path: string;
}

const MAX_TRIES = 50;

/** Must run inside a transaction that holds the write lock. */
export function writeNewMemory(
  store: Store,
  place: MemoryPlace,
  draft: MemoryDraft,
  now: number,
): SavedMemory {
  checkTitleAndBody(draft);
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
  return createFile(store, root, memory);
}

/** The first free name of `name`, `name-2`, …. Deterministic. */
export function findNumberedName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}-${n}`;
  return free;
}

/** The first free name of `name`, `name-2` … `name-9`, otherwise a random one. */
export function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let n = 2; n < 10; n++) {
    if (!isTaken(`${name}-${n}`)) return `${name}-${n}`;
  }
  return `${name}-${crypto.randomUUID().slice(0, 8)}`;
}

/** The file is named after the title, which says nothing about the id. */
function createFile(store: Store, root: Root, given: Memory): SavedMemory {
  const slug = slugOf(given.title);
  const tried = new Set<string>();
  const fileOf = (name: string) => `${FOLDERS[given.category]}/${name}.md`;
  const isTaken = (name: string) => tried.has(name) || isIndexed(store, root.dir, fileOf(name));
  const memory = { ...given, id: given.id || newMemoryId() };
  const text = renderMemory(memory);
  const hash = contentHash(text);
  claimText(store, root.key, hash);
  while (tried.size < MAX_TRIES) {
    const name = findFreeName(slug, isTaken);
    const file = createMemoryFile(root, fileOf(name), text);
    if (file) {
      addOwnMemory(store, root.key, hash);
      // Faster than `indexFile`, which would parse the text again: an import may add thousands.
      indexMemory(store, root, file, memory, hash);
      return { memory, origin: "here", path: `${root.dir}/${file.place}` };
    }
    tried.add(name);
  }
  throw new Error(`no free name for ${slug}`);
}

function isIndexed(store: Store, root: string, place: string): boolean {
  const find = store.query("SELECT 1 FROM memories WHERE root = $root AND place = $place");
  return find.get({ root, place }) !== null;
}
