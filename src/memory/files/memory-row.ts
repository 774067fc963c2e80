// Converts between a memory and its row in the index.
import type { Store } from "../../store/open.ts";
import { isOwnMemory, type MemoryRow, type NewMemoryRow, saveMemoryRow } from "../index/memories.ts";
import { findVouchedHash } from "../index/memory-usage.ts";
import {
  contentHash,
  type Memory,
  type Origin,
  type ScopedMemory,
  SPEAKERS,
  STATUSES,
  toCategory,
} from "../memory.ts";
import { idOfFile, parseMemory } from "./memory-file.ts";
import { mergeFiles, splitConflict, type Versions } from "./merge-files.ts";
import type { MemoryFile, Root } from "./roots.ts";
import { quarantineReason } from "./trust.ts";

/** `text` is null when the file could not be read. */
export function indexFile(store: Store, root: Root, file: MemoryFile, text: string | null): void {
  const hash = contentHash(text ?? "");
  if (text === null) {
    saveMemoryRow(store, unreadableRow(root, file, hash, "it cannot be read, or is too large"));
    return;
  }
  const modifiedAt = Math.round(file.mtime);
  const conflict = splitConflict(text);
  if (conflict) {
    indexConflict(store, root, file, { ...conflict, hash, modifiedAt });
    return;
  }
  const read = parseMemory(text, file.place, modifiedAt);
  if (read.memory === null) saveMemoryRow(store, unreadableRow(root, file, hash, read.problem));
  else indexMemory(store, root, file, read.memory, hash, [...read.remarks.values()].join("; ") || null);
}

/** Both sides are read. What was said here is still from here. */
function indexConflict(
  store: Store,
  root: Root,
  file: MemoryFile,
  { hash, modifiedAt, ...versions }: Versions & { hash: string; modifiedAt: number },
): void {
  const merged = mergeFiles(versions, file.place, modifiedAt);
  if (merged === null) {
    saveMemoryRow(
      store,
      unreadableRow(root, file, hash, "git left a merge conflict in it: resolve it by hand"),
    );
    return;
  }
  const { memory } = merged;
  const said = [versions.ours, versions.theirs].filter((text) => {
    const side = parseMemory(text, file.place, modifiedAt).memory;
    return side?.title === memory.title && side.body === memory.body;
  });
  const own = said.find((text) => originOf(store, root, contentHash(text)) === "here");
  const note = `git left a merge conflict in it, and both sides are read. To merge them: holdfast memory restore ${memory.id}`;
  indexMemory(store, root, file, memory, hash, note, originOf(store, root, contentHash(own ?? "")));
}

/** `remarks`: the parts of the front matter that were not understood. */
export function indexMemory(
  store: Store,
  root: Root,
  file: MemoryFile,
  memory: Memory,
  hash: string,
  remarks: string | null = null,
  origin = originOf(store, root, hash),
): void {
  const reason = memory.status === "active" ? quarantineReason(memory, origin) : null;
  const vouched = reason !== null && findVouchedHash(store, root.key, memory.id) === hash;
  saveMemoryRow(store, {
    root: root.dir,
    project_key: root.key,
    ...file,
    memory_id: memory.id,
    title: memory.title,
    tags: JSON.stringify(memory.tags),
    body: memory.body,
    category: memory.category,
    status: reason !== null && !vouched ? "quarantined" : memory.status,
    who: memory.who,
    confidence: memory.confidence,
    source_session: memory.session,
    supersedes: JSON.stringify(memory.supersedes),
    created_at: memory.created,
    updated_at: memory.updated,
    hash,
    origin,
    note: vouched || reason === null ? remarks : reason,
  });
}

/** A file that we did not write may be anybody's: a project's comes with its repository, any other from a process of this user. */
export function originOf(store: Store, root: Root, hash: string): Origin {
  const isKnown = isOwnMemory(store, ownKeyOf(root), hash);
  if (isSpoken(root)) return isKnown ? root.from : "remote";
  if (isKnown) return "here";
  return root.from ?? "repository";
}

function isSpoken(root: Root): root is Root & { from: "team" | "rule" } {
  return root.from === "team" || root.from === "rule";
}

/** Under which key the hashes of the root's own files are stored: a copy of a team member's file must not be the person's. */
export function ownKeyOf(root: Root): string {
  return isSpoken(root) ? `${root.from} ${root.key}` : root.key;
}

export function memoryFromRow(row: MemoryRow): ScopedMemory {
  return {
    id: row.memory_id,
    title: row.title,
    category: toCategory(row.category) ?? "DECISION",
    tags: JSON.parse(row.tags) as string[],
    created: row.created_at,
    updated: row.updated_at,
    session: row.source_session,
    who: SPEAKERS.find((who) => who === row.who) ?? "user",
    confidence: row.confidence,
    status: STATUSES.find((status) => status === row.status) ?? "active",
    supersedes: JSON.parse(row.supersedes) as string[],
    body: row.body,
    personal: row.project_key === "",
  };
}

function unreadableRow(root: Root, file: MemoryFile, hash: string, note: string): NewMemoryRow {
  const name = file.place.replace(/^.*\//, "").replace(/\.md$/, "");
  return {
    root: root.dir,
    project_key: root.key,
    ...file,
    memory_id: idOfFile(name),
    title: name,
    tags: "[]",
    body: "",
    category: "",
    status: "unreadable",
    who: "user",
    confidence: 0,
    source_session: null,
    supersedes: "[]",
    created_at: Math.round(file.mtime),
    updated_at: Math.round(file.mtime),
    hash,
    origin: "repository",
    note,
  };
}
