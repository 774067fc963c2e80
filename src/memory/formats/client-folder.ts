// Reads and writes the client's auto-memory folder: one file per memory, and MEMORY.md with a line for each. Files that we write
// also have our own fields, and a hash that shows whether somebody changed them.
import { type Stats, statSync } from "node:fs";
import { join, relative } from "node:path";
import { readFrontMatter, type Value } from "../../text/front-matter.ts";
import { UserError } from "../../text/user-error.ts";
import { parseMemory, renderMemory } from "../files/memory-file.ts";
import { listBelow } from "../files/roots.ts";
import { findNumberedName, type MemoryDraft } from "../files/save-memory.ts";
import { slugOf } from "../files/slug.ts";
import { type Category, contentHash, distinctBody, type ScopedMemory } from "../memory.ts";
import { INDEX_FILE, isNamedIn, mergeIndex, parseClientIndex, pointerTo } from "./client-index.ts";
import type { ParsedMemories } from "./json-lines.ts";

const MAX_DEPTH = 2;
const MAX_BYTES = 1024 * 1024;
const EMPTY = "it is empty, or its front matter does not end";
const NOT_A_MEMORY = `${INDEX_FILE} does not name it, and it has no front matter of a memory`;

/** The files in an export's folder, by name; null for a file that cannot be ours. */
export type ExistingFiles = ReadonlyMap<string, string | null>;

export interface ExportFiles {
  /** Texts by file name. */
  write: Map<string, string>;
  /** Files of an earlier export whose memories are not in this one. */
  remove: string[];
  /** Files of an earlier export that were changed since, and are kept. */
  changed: string[];
}

/** A file of an earlier export. */
interface OwnFile {
  file: string;
  id: string;
  personal: boolean;
  /** Not changed since we wrote it. */
  isUnchanged: boolean;
}

/**
 * The folder may be in use: replaces only files of an earlier export that nobody changed or, with `force`, all files of an
 * earlier export.
 */
export function toClientFiles(
  memories: readonly ScopedMemory[],
  existing: ExistingFiles = new Map(),
  force = false,
): ExportFiles {
  const files: ExportFiles = { write: new Map(), remove: [], changed: [] };
  const own = listOwnFiles(existing);
  const keyOf = ({ id, personal }: Pick<OwnFile, "id" | "personal">) => JSON.stringify([personal, id]);
  const byMemory = new Map(own.map((entry) => [keyOf(entry), entry]));
  // Lower case, because some file systems ignore case.
  const taken = new Set([...existing.keys(), INDEX_FILE].map((name) => name.toLowerCase()));
  const pointers: string[] = [];
  const used = new Set<string>();
  for (const memory of memories) {
    const entry = byMemory.get(keyOf(memory));
    const file = entry?.file ?? freeFile(slugOf(memory.title), taken);
    if (entry && !entry.isUnchanged && !force) files.changed.push(file);
    else files.write.set(file, renderClientFile(memory, file.replace(/\.md$/, "")));
    pointers.push(pointerTo(memory, file));
    used.add(file);
  }
  for (const { file, isUnchanged } of own.filter((entry) => !used.has(entry.file)))
    (isUnchanged || force ? files.remove : files.changed).push(file);
  const ours = new Set([...used, ...files.remove]);
  files.write.set(INDEX_FILE, mergeIndex(existing.get(INDEX_FILE) ?? "", pointers, ours));
  return files;
}

function freeFile(name: string, taken: Set<string>): string {
  const file = `${findNumberedName(name, (each) => taken.has(`${each}.md`))}.md`;
  taken.add(file);
  return file;
}

/** Memories are the files that MEMORY.md names or that have a memory's front matter; the folder may contain other documents. */
export async function readClientFolder(dir: string): Promise<ParsedMemories> {
  const parsed: ParsedMemories = { drafts: [], problems: [], notes: [] };
  const places = listBelow(dir, ".md", MAX_DEPTH).map((path) => relative(dir, path));
  const index = places.includes(INDEX_FILE) ? await readIndexText(join(dir, INDEX_FILE)) : null;
  // The index itself may contain notes.
  if (index !== null) readIndex(dir, index, places, parsed);
  for (const place of places) if (place !== INDEX_FILE) await readMemoryAt(dir, place, index, parsed);
  if (index === null && parsed.drafts.length === 0)
    throw new UserError(
      "nothing-there",
      `there is nothing to import in ${dir}`,
      `Expected ${INDEX_FILE}, .md files with the front matter of a memory, or the JSON files of claude-memory.`,
    );
  return parsed;
}

async function readIndexText(path: string): Promise<string> {
  const file = Bun.file(path);
  if (file.size <= MAX_BYTES) return file.text();
  throw new UserError(
    "too-large",
    `${path} is larger than ${MAX_BYTES} bytes`,
    "It should be a list of the files beside it: check that this is the right folder.",
  );
}

export async function readClientRecord(path: string, { mtimeMs, size }: Stats): Promise<ParsedMemories> {
  const text = size <= MAX_BYTES && path.endsWith(".md") ? await Bun.file(path).text() : "";
  // The folder of our own files is their category.
  const place = path.split("/").slice(-2).join("/");
  const draft = isMemoryText(text) ? parseClientFile(text, place, mtimeMs) : null;
  if (draft) return { drafts: [draft], problems: [], notes: [] };
  throw new UserError(
    "no-memory-file",
    `${path} is not a memory of the client`,
    `Give ${INDEX_FILE}, its folder, or a .md file with \`name\`, \`description\` and \`type\` in its front matter.`,
  );
}

function listOwnFiles(existing: ExistingFiles): OwnFile[] {
  return [...existing].flatMap(([file, text]) => {
    const own = text === null || file === INDEX_FILE ? null : readOwnFile(text);
    return own ? [{ file, ...own }] : [];
  });
}

function readIndex(dir: string, text: string, places: readonly string[], parsed: ParsedMemories): void {
  const { mtimeMs } = statSync(join(dir, INDEX_FILE));
  const { drafts, links, outsideLinks } = parseClientIndex(text, mtimeMs);
  parsed.drafts.push(...drafts);
  for (const link of links)
    if (!places.includes(link))
      parsed.notes.push({ where: INDEX_FILE, why: `it links to ${link}, which does not exist` });
  for (const link of outsideLinks)
    parsed.notes.push({ where: INDEX_FILE, why: `it links to ${link}, outside its folder: not followed` });
}

async function readMemoryAt(
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
  // Other documents in subfolders are not reported.
  if (!isMemory && !isNamed && place.includes("/")) return;
  const draft = isMemory || isNamed ? parseClientFile(text, place, mtimeMs) : null;
  if (draft) parsed.drafts.push(draft);
  else
    parsed.problems.push({
      where: path,
      why: isMemory || isNamed || text.trim() === "" ? EMPTY : NOT_A_MEMORY,
    });
}

const PERSONAL = "personal";
const HASH_LINE = /^ {2}holdfast: ([0-9a-f]+)\n/m;

const CATEGORY_OF: Record<string, Pick<MemoryDraft, "category" | "personal">> = {
  user: { category: "PREFERENCE", personal: true },
  feedback: { category: "PREFERENCE" },
  project: { category: "DECISION" },
  reference: { category: "RUNBOOK" },
};

const TYPE_OF: Record<Category, string> = {
  PREFERENCE: "feedback",
  CONSTRAINT: "project",
  DECISION: "project",
  TECH_DEBT: "project",
  RUNBOOK: "reference",
  SESSION_SUMMARY: "project",
};

/** `place` is the file's path relative to the folder. null when the file is empty or broken. */
export function parseClientFile(text: string, place: string, modifiedAt: number): MemoryDraft | null {
  const front = readFrontMatter(text);
  if (front.state === "broken") return null;
  const fields = front.state === "read" ? front.fields : new Map<string, Value>();
  const metadata = innerOf(fields);
  const field = (key: string) => textOf(fields.get(key));
  const { scope } = metadata;
  if (field("category") !== "" && (scope !== undefined || field("id") !== "")) {
    const { memory } = parseMemory(text, scope === undefined ? place : "", modifiedAt);
    return memory && scope === PERSONAL ? { ...memory, personal: true } : memory;
  }
  if (front.body.trim() === "") return null;
  const name = place.replace(/^.*\//, "").replace(/\.md$/, "");
  const type = metadata.type ?? field("type");
  return {
    id: slugOf(field("name") || name),
    title: field("description") || field("name") || name.replaceAll(/[-_]/g, " "),
    body: front.body,
    ...(CATEGORY_OF[type] ?? { category: "DECISION" as const }),
    tags: type === "" ? [] : [type],
    created: modifiedAt,
    who: "claude",
  };
}

/** Whether the text has the front matter of the client or our own. */
function isMemoryText(text: string): boolean {
  const front = readFrontMatter(text);
  if (front.state !== "read") return false;
  const { fields } = front;
  const isClients = fields.has("description") && (fields.has("metadata") || fields.has("type"));
  return isClients || (fields.has("category") && (fields.has("id") || innerOf(fields).scope !== undefined));
}

function renderClientFile({ personal, ...memory }: ScopedMemory, name: string): string {
  const fields = [
    `name: ${name}`,
    `description: ${JSON.stringify(memory.title)}`,
    "metadata:",
    `  type: ${personal && memory.category === "PREFERENCE" ? "user" : TYPE_OF[memory.category]}`,
    `  scope: ${personal ? PERSONAL : "project"}`,
  ];
  const plain = renderMemory(memory).replace("---\n", () => `---\n${fields.join("\n")}\n`);
  // The client treats a file without a body as empty.
  const text = distinctBody(memory) === "" ? `${plain}\n${memory.title}\n` : plain;
  return text.replace("\n  scope:", () => `\n  holdfast: ${contentHash(text)}\n  scope:`);
}

/** null when we did not write it. */
function readOwnFile(text: string): Omit<OwnFile, "file"> | null {
  const plain = text.replace(/\r\n?/g, "\n");
  const front = readFrontMatter(plain);
  if (front.state !== "read") return null;
  const { holdfast, scope } = innerOf(front.fields);
  const id = textOf(front.fields.get("id"));
  if (holdfast === undefined || scope === undefined || id === "") return null;
  const isUnchanged = contentHash(plain.replace(HASH_LINE, "")) === holdfast;
  return { id, personal: scope === PERSONAL, isUnchanged };
}

function innerOf(fields: ReadonlyMap<string, Value>): Record<string, string> {
  const metadata = fields.get("metadata");
  return typeof metadata === "object" && !Array.isArray(metadata) ? metadata : {};
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}
