// Changes to a memory that is there. The file is read first: it is the truth, and a person may have edited it.
import { UserError } from "../config/user-error.ts";
import { dropMemoryRow, type MemoryRow, memoriesStartingWith } from "../store/memories.ts";
import type { Store } from "../store/open.ts";
import { checkWords } from "./check-words.ts";
import { cleanMemory, cleanTitle } from "./clean-memory.ts";
import { readMemoryFile } from "./list-files.ts";
import { FOLDERS, type Memory } from "./memory.ts";
import { keepForeignLines, parseMemory, renderMemory } from "./memory-file.ts";
import { keepTyped, textWithout } from "./own-text.ts";
import { hashOf, recordMemory } from "./record-file.ts";
import { type MemoryPlace, rootOfRow, rootsOf } from "./roots.ts";
import type { Saved } from "./save-memory.ts";
import { createMemoryFile, removeMemoryFile, replaceMemoryFile } from "./write-file.ts";

export type Change = Partial<
  Pick<Memory, "title" | "body" | "category" | "tags" | "confidence" | "who" | "status" | "supersedes">
>;

/** The beginning of an id is enough where it fits one memory only. */
export function pickMemory(store: Store, place: MemoryPlace, id: string): MemoryRow {
  const dirs = rootsOf(place).map(({ dir }) => dir);
  const found = id === "" ? [] : memoriesStartingWith(store, place.projectKey, id, dirs);
  const [first] = found;
  const names = new Set(found.map(({ memory_id }) => memory_id));
  if (first && (first.memory_id === id || names.size === 1)) return first;
  throw new UserError(
    "no-memory",
    first
      ? `several memories start with ${id}: ${[...names].join(", ")}`
      : `there is no memory ${id}`.trimEnd(),
    "`holdfast memory list` and `holdfast memory search` show them.",
  );
}

/** Must run inside a transaction that has the write lock. */
export function changeMemory(
  store: Store,
  place: MemoryPlace,
  row: MemoryRow,
  change: Change,
  now: number,
): Saved {
  const root = rootOfRow(place, row);
  const text = readMemoryFile(root, row.place);
  const { memory: before, problem } =
    text === null ? { memory: null, problem: "it is gone" } : parseMemory(text, row.place, row.updated_at);
  if (before === null || text === null) {
    throw new UserError(
      "unreadable-memory",
      `${root.dir}/${row.place} cannot be changed: ${problem}`,
      "Mend the file by hand, then try again.",
    );
  }
  checkWords(change);
  const memory = cleanMemory({ ...before, ...change, ...reword(before, change), updated: now });
  const after = keepForeignLines(text, renderMemory(memory));
  const file = move(root, row, memory, after);
  recordMemory(store, root, file, memory, hashOf(after));
  return { memory, path: `${root.dir}/${file.place}` };

  /** A category that was changed by hand moves its file too; where the name is taken there, it stays. */
  function move(...[where, old, { category }, content]: [typeof root, MemoryRow, Memory, string]) {
    if (!where.categories.includes(category)) {
      throw new UserError(
        "taken",
        `${where.dir} takes no ${category.toLowerCase().replace("_", " ")}`,
        "Save it anew and retire the old one.",
      );
    }
    const wanted = `${FOLDERS[category]}/${old.place.split("/")[1]}`;
    const moved = wanted !== old.place && createMemoryFile(where, wanted, content);
    if (!moved) return replaceMemoryFile(where, old.place, content);
    removeMemoryFile(where, old.place);
    dropMemoryRow(store, where.dir, old.place);
    return moved;
  }
}

/** Under another title the text must not go on saying the old one. */
function reword(before: Memory, { title, body }: Change): Partial<Memory> {
  if (title === undefined || (body === undefined && cleanTitle(title) === before.title)) return {};
  return { body: keepTyped(title, body ?? textWithout(before)) };
}
