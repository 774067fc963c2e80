// The client's auto-memory as a folder: a file for each memory, and the lines of MEMORY.md that lead to them.

import { type Stats, statSync } from "node:fs";
import { join, relative } from "node:path";
import { UserError } from "../../text/user-error.ts";
import { listBelow } from "../files/list-files.ts";
import { numberedName, slugOf } from "../files/save-memory.ts";
import type { ScopedMemory } from "../memory.ts";
import { INDEX_FILE, isNamedIn, mergeIndex, parseClientIndex, pointerTo } from "./client-index.ts";
import { isMemoryText, parseClientFile, readOwnFile, renderClientFile } from "./client-memory.ts";
import { type ExistingFiles, type ExportFiles, type OwnEntry, ownerOf, takenNames } from "./export-files.ts";
import type { ParsedMemories } from "./json-lines.ts";

const MAX_DEPTH = 2;

const MAX_BYTES = 1024 * 1024;

const EMPTY = "it is empty, or its front matter does not end";

const NO_MEMORY = `${INDEX_FILE} does not name it, and it has no front matter of a memory`;

/** With `force` also what was changed since counts as ours. */
export function toClientFiles(
  memories: readonly ScopedMemory[],
  lying: ExistingFiles = new Map(),
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

function ownEntries(lying: ExistingFiles): OwnEntry[] {
  return [...lying].flatMap(([file, text]) => {
    const own = text === null || file === INDEX_FILE ? null : readOwnFile(text);
    return own ? [{ file, ...own }] : [];
  });
}

// The client's auto-memory. Its folder may hold other documents: only what MEMORY.md names, or what has the front matter
// of a memory, is one.
export async function readClientFolder(dir: string): Promise<ParsedMemories> {
  const parsed: ParsedMemories = { drafts: [], problems: [], notes: [] };
  const places = listBelow(dir, ".md", MAX_DEPTH).map((path) => relative(dir, path));
  const index = places.includes(INDEX_FILE) ? await Bun.file(join(dir, INDEX_FILE)).text() : null;
  // The index first: what stands in it alone would otherwise be lost.
  if (index !== null) readIndex(dir, index, places, parsed);
  for (const place of places) if (place !== INDEX_FILE) await readPlace(dir, place, index, parsed);
  if (index === null && parsed.drafts.length === 0) throw nothingIn(dir);
  return parsed;
}

export async function readClientRecord(path: string, { mtimeMs, size }: Stats): Promise<ParsedMemories> {
  const text = size <= MAX_BYTES && path.endsWith(".md") ? await Bun.file(path).text() : "";
  const draft = isMemoryText(text) ? parseClientFile(text, lastTwo(path), mtimeMs) : null;
  if (draft) return { drafts: [draft], problems: [], notes: [] };
  throw new UserError(
    "no-memory-file",
    `${path} is no memory of the client's`,
    `Give ${INDEX_FILE}, its folder, or a .md file with \`name\`, \`description\` and \`type\` in its front matter.`,
  );
}

function readIndex(dir: string, text: string, places: readonly string[], parsed: ParsedMemories): void {
  const {
    drafts,
    links,
    outsideLinks: astray,
  } = parseClientIndex(text, statSync(join(dir, INDEX_FILE)).mtimeMs);
  parsed.drafts.push(...drafts);
  for (const link of links)
    if (!places.includes(link))
      parsed.notes.push({ where: INDEX_FILE, why: `it links ${link}, which is not there` });
  for (const link of astray)
    parsed.notes.push({ where: INDEX_FILE, why: `it links ${link}, outside of its folder: not followed` });
}

async function readPlace(
  dir: string,
  place: string,
  index: string | null,
  parsed: ParsedMemories,
): Promise<void> {
  const path = join(dir, place);
  const { mtimeMs, size } = statSync(path);
  const text = size <= MAX_BYTES ? await Bun.file(path).text() : "";
  const isNamed = index !== null && isNamedIn(index, place);
  const isMemory = isMemoryText(text);
  // A document in a folder below is nobody's news.
  if (!isMemory && !isNamed && place.includes("/")) return;
  const draft = isMemory || isNamed ? parseClientFile(text, place, mtimeMs) : null;
  if (draft) parsed.drafts.push(draft);
  else
    parsed.problems.push({ where: path, why: isMemory || isNamed || text.trim() === "" ? EMPTY : NO_MEMORY });
}

function nothingIn(dir: string): UserError {
  return new UserError(
    "nothing-there",
    `there is nothing to import in ${dir}`,
    `Expected ${INDEX_FILE}, .md files with the front matter of a memory, or the JSON files of claude-memory.`,
  );
}

/** The folder tells the category of our own files. */
function lastTwo(path: string): string {
  return path.split("/").slice(-2).join("/");
}
