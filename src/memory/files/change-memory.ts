// Changes to a memory that is there. The file is read first: it is the truth, and a person may have edited it.

import type { Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { dropMemoryRow, type MemoryRow, memoriesStartingWith } from "../index/memories.ts";
import { FOLDERS, type Memory } from "../memory.ts";
import { checkWords, cleanMemory, cleanTitle, hasSecret } from "./clean-memory.ts";
import { type MemoryFile, readMemoryFile } from "./list-files.ts";
import { bodyForTitle, bodyWithoutTitle, parseMemory, renderMemory } from "./memory-file.ts";
import { contentHash, indexMemory } from "./memory-row.ts";
import { type MemoryPlace, rootOfRow, rootsOf } from "./roots.ts";
import type { SavedMemory } from "./save-memory.ts";
import { createMemoryFile, removeMemoryFile, replaceMemoryFile } from "./write-file.ts";

const OWN_KEYS = /^(?:id|title|category|tags|created|updated|source|confidence|status|supersedes)[ \t]*:/;

const FRONT = /^---\n([\s\S]*?)\n---(?:\n|$)/;

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
): SavedMemory {
  const root = rootOfRow(place, row);
  const text = readMemoryFile(root, row.place);
  const read =
    text === null ? { memory: null, problem: "it is gone" } : parseMemory(text, row.place, row.updated_at);
  if (read.memory === null || text === null) {
    throw new UserError(
      "unreadable-memory",
      `${root.dir}/${row.place} cannot be changed: ${read.problem}`,
      "Mend the file by hand, then try again.",
    );
  }
  checkWords(change);
  const before = read.memory;
  const memory = cleanMemory({ ...before, ...change, ...reword(before, read.typed, change), updated: now });
  const left = read.oddKeys.filter(
    (key) => key !== "updated" && !((key === "source" ? "who" : key) in change),
  );
  const after = keepOddLines(text, keepForeignLines(text, renderMemory(memory)), left);
  const file = move(root, row, memory, after);
  indexMemory(store, root, file, memory, contentHash(after), left.length === 0 ? null : oddOf(after, file));
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

function oddOf(text: string, { place, mtime }: MemoryFile): string | null {
  const read = parseMemory(text, place, Math.round(mtime));
  return read.memory === null ? null : read.odd;
}

/** Under another title the text must not go on saying the old one; one that is too long to be written stays in it. */
function reword(before: Memory, typed: string, { title, body }: Change): Partial<Memory> {
  if (title === undefined) return body === undefined ? {} : { body: bodyForTitle(typed, body) };
  if (body === undefined && cleanTitle(title) === before.title) return {};
  return { body: bodyForTitle(title, body ?? bodyWithoutTitle(before)) };
}

/** The new text with what a person added to the old one's front matter for themselves. */
export function keepForeignLines(before: string, after: string): string {
  const foreign = blocksOf(before).filter(([first = ""]) => /^\S/.test(first) && !OWN_KEYS.test(first));
  if (foreign.length === 0) return after;
  return after.replace("\n---\n", () => `\n${foreign.flat().join("\n")}\n---\n`);
}

/** The new text with the old lines of these keys: nobody knows what they were to say. */
function keepOddLines(before: string, after: string, keys: readonly string[]): string {
  const old = blocksOf(before);
  return keys.reduce((text, key) => {
    const kept = old.findLast((lines) => isOf(key, lines));
    const written = blocksOf(text).find((lines) => isOf(key, lines));
    if (!kept || !written || hasSecret(kept)) return text;
    return text.replace(`\n${written.join("\n")}\n`, () => `\n${kept.join("\n")}\n`);
  }, after);
}

function isOf(key: string, [first = ""]: readonly string[]): boolean {
  return first.startsWith(key) && /^[ \t]*:/.test(first.slice(key.length));
}

/** A line with a key, and those that belong to it. */
function blocksOf(text: string): string[][] {
  const front = FRONT.exec(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"))?.[1];
  const blocks: string[][] = [];
  for (const line of front?.split("\n") ?? []) {
    const last = blocks.at(-1);
    if (last && !(/^\S/.test(line) && !line.startsWith("- "))) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}
