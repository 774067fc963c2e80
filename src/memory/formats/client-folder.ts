// The client's auto-memory as a folder: a file for each memory, and the lines of MEMORY.md that lead to them.

import { numberedName, slugOf } from "../files/slug.ts";
import type { ScopedMemory } from "../memory.ts";
import { INDEX_FILE, mergeIndex, pointerTo } from "./client-index.ts";
import { readOwnFile, renderClientFile } from "./client-memory.ts";
import { type ExportFiles, type Lying, type OwnEntry, ownerOf, takenNames } from "./export-files.ts";

/** With `force` also what was changed since counts as ours. */
export function toClientFiles(
  memories: readonly ScopedMemory[],
  lying: Lying = new Map(),
  force = false,
): ExportFiles {
  const own = ownEntries(lying);
  const byOwner = new Map(own.map((entry) => [ownerOf(entry), entry]));
  const taken = takenNames(lying).add(INDEX_FILE.toLowerCase());
  const files: ExportFiles = { write: new Map(), remove: [], changed: [] };
  const used = new Set<string>();
  const pointers = memories.map((memory) => {
    const entry = byOwner.get(ownerOf(memory));
    const file = entry?.file ?? freeFile(memory, taken);
    used.add(file);
    if (entry && !entry.isAsWritten && !force) files.changed.push(file);
    else files.write.set(file, renderClientFile(memory, file.replace(/\.md$/, "")));
    return pointerTo(memory, file);
  });
  for (const { file, isAsWritten } of own) {
    if (used.has(file)) continue;
    if (isAsWritten || force) files.remove.push(file);
    else files.changed.push(file);
  }
  const isOurs = (file: string) => used.has(file) || files.remove.includes(file);
  const isThere = (file: string) => lying.has(file);
  const index = mergeIndex(lying.get(INDEX_FILE) ?? "", pointers, { isOurs, isThere });
  return { ...files, write: files.write.set(INDEX_FILE, index) };
}

function freeFile({ id }: ScopedMemory, taken: Set<string>): string {
  const file = `${numberedName(slugOf(id), (name) => taken.has(`${name}.md`))}.md`;
  taken.add(file);
  return file;
}

function ownEntries(lying: Lying): OwnEntry[] {
  return [...lying].flatMap(([file, text]) => {
    const own = text === null || file === INDEX_FILE ? null : readOwnFile(text);
    return own ? [{ file, ...own }] : [];
  });
}
