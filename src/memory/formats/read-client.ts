// The client's auto-memory. Its folder may hold other documents: only what MEMORY.md names, or what has the front matter
// of a memory, is one.
import { type Stats, statSync } from "node:fs";
import { join, relative } from "node:path";
import { UserError } from "../../text/user-error.ts";
import { listBelow } from "../files/list-below.ts";
import { INDEX_FILE, isNamedIn, parseClientIndex } from "./client-index.ts";
import { isMemoryText, parseClientFile } from "./client-memory.ts";
import type { Parsed } from "./json-lines.ts";

const DEEPEST = 2;
const MAX_BYTES = 1024 * 1024;
const EMPTY = "it is empty, or its front matter does not end";

export async function readClientFolder(dir: string): Promise<Parsed> {
  const parsed: Parsed = { drafts: [], problems: [], notes: [] };
  const places = listBelow(dir, ".md", DEEPEST).map((path) => relative(dir, path));
  const index = places.includes(INDEX_FILE) ? await Bun.file(join(dir, INDEX_FILE)).text() : null;
  // The index first: what stands in it alone would otherwise be lost.
  if (index !== null) readIndex(dir, index, places, parsed);
  for (const place of places) if (place !== INDEX_FILE) await readPlace(dir, place, index, parsed);
  if (index === null && parsed.drafts.length === 0) throw nothingIn(dir);
  return parsed;
}

export async function readClientRecord(path: string, { mtimeMs, size }: Stats): Promise<Parsed> {
  const text = size <= MAX_BYTES && path.endsWith(".md") ? await Bun.file(path).text() : "";
  const draft = isMemoryText(text) ? parseClientFile(text, lastTwo(path), mtimeMs) : null;
  if (draft) return { drafts: [draft], problems: [], notes: [] };
  throw new UserError(
    "no-memory-file",
    `${path} is no memory of the client's`,
    `Give ${INDEX_FILE}, its folder, or a .md file with \`name\`, \`description\` and \`type\` in its front matter.`,
  );
}

function readIndex(dir: string, text: string, places: readonly string[], parsed: Parsed): void {
  const { drafts, links, astray } = parseClientIndex(text, statSync(join(dir, INDEX_FILE)).mtimeMs);
  parsed.drafts.push(...drafts);
  for (const link of links)
    if (!places.includes(link))
      parsed.notes.push({ where: INDEX_FILE, why: `it links ${link}, which is not there` });
  for (const link of astray)
    parsed.notes.push({ where: INDEX_FILE, why: `it links ${link}, outside of its folder: not followed` });
}

async function readPlace(dir: string, place: string, index: string | null, parsed: Parsed): Promise<void> {
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

const NO_MEMORY = `${INDEX_FILE} does not name it, and it has no front matter of a memory`;

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
