// The folder of claude-memory. Its records cannot hold all fields of a memory, and its schemas allow no others: the full
// memory is in a sidecar file, and counts as long as nobody changed the record.

import { type MemoryDraft, numberedName, slugOf } from "../files/save-memory.ts";
import { contentHash, FOLDERS, type ScopedMemory } from "../memory.ts";
import { parseClaudeMemoryRecord, toClaudeMemoryRecord } from "./claude-memory-record.ts";
import { type ExistingFiles, type ExportFiles, type OwnEntry, ownerOf, takenNames } from "./export-files.ts";
import { readDraft, toJsonFields } from "./json-lines.ts";

export const SIDECAR_FILE = "holdfast.jsonl";

interface SidecarEntry {
  /** Of the record as we wrote it. */
  hash: string;
  draft: MemoryDraft;
}

/** By the path of the record. An interrupted export leaves two entries for one path, the old and the new. */
export type Sidecar = ReadonlyMap<string, readonly SidecarEntry[]>;

/** With `force`, exported records that somebody changed are overwritten too. */
export function toClaudeMemoryFiles(
  memories: readonly ScopedMemory[],
  existing: ExistingFiles = new Map(),
  force = false,
): ExportFiles {
  const own = ownEntries(existing);
  const byOwner = new Map(own.map((entry) => [`${entry.folder}\0${ownerOf(entry)}`, entry]));
  const taken = takenNames(existing);
  const files: ExportFiles = { write: new Map(), remove: [], changed: [] };
  const used = new Set<string>();
  const lines = memories.map((memory) => {
    const folder = FOLDERS[memory.category];
    const entry = byOwner.get(`${folder}\0${ownerOf(memory)}`);
    const file = entry?.file ?? freeFile(folder, memory.id, taken);
    used.add(file);
    const record = toClaudeMemoryRecord(memory);
    if (entry && !entry.isUnchanged && !force) {
      files.changed.push(file);
      return entry.line;
    }
    files.write.set(file, `${JSON.stringify(record, null, 2)}\n`);
    return JSON.stringify({ file, record: contentHash(JSON.stringify(record)), ...toJsonFields(memory) });
  });
  for (const { file, line, isUnchanged } of own) {
    if (used.has(file)) continue;
    if (isUnchanged || force) files.remove.push(file);
    else {
      files.changed.push(file);
      lines.push(line);
    }
  }
  files.write.set(SIDECAR_FILE, lines.map((line) => `${line}\n`).join(""));
  return files;
}

/** An empty file counts as ours. */
export function isOwnSidecar(text: string): boolean {
  return text.split("\n").every((line) => line.trim() === "" || readSidecarLine(line) !== null);
}

export function parseSidecar(text: string): Sidecar {
  return Map.groupBy(readSidecarLines(text), ({ file }) => file);
}

/** A record that somebody changed is read as it is, but keeps its id and whether it is personal. */
export function readClaudeMemoryRecord(
  value: unknown,
  entries: readonly SidecarEntry[] = [],
): MemoryDraft | null {
  const hash = contentHash(JSON.stringify(value));
  const written = entries.find((one) => one.hash === hash);
  if (written) return written.draft;
  const last = entries.at(-1);
  const draft = parseClaudeMemoryRecord(value);
  if (draft === null || last === undefined) return draft;
  const { id, personal } = last.draft;
  return { ...draft, ...(id === undefined ? {} : { id }), ...(personal ? { personal } : {}) };
}

interface OwnRecord extends OwnEntry {
  folder: string;
  line: string;
}

function ownEntries(existing: ExistingFiles): OwnRecord[] {
  const byFile = Map.groupBy(readSidecarLines(existing.get(SIDECAR_FILE) ?? ""), ({ file }) => file);
  return [...byFile].flatMap(([file, entries]) => {
    const text = existing.get(file);
    if (typeof text !== "string") return [];
    const hash = contentHash(JSON.stringify(readObject(text)));
    const written = entries.find((one) => one.hash === hash);
    const entry = written ?? entries.at(-1);
    if (!entry) return [];
    const { line, draft } = entry;
    const [folder = ""] = file.split("/");
    const isUnchanged = written !== undefined;
    return [{ file, folder, line, id: draft.id ?? "", personal: draft.personal === true, isUnchanged }];
  });
}

function freeFile(folder: string, id: string, taken: Set<string>): string {
  const file = `${numberedName(`${folder}/${slugOf(id)}`, (name) => taken.has(`${name}.json`))}.json`;
  taken.add(file);
  return file;
}

interface SidecarLine extends SidecarEntry {
  file: string;
  line: string;
}

function readSidecarLines(text: string): SidecarLine[] {
  return text.split("\n").flatMap((line) => readSidecarLine(line) ?? []);
}

function readSidecarLine(line: string): SidecarLine | null {
  const fields = readObject(line);
  if (fields === null || typeof fields.file !== "string" || typeof fields.record !== "string") return null;
  const draft = readDraft(fields);
  return typeof draft === "string" ? null : { file: fields.file, line, hash: fields.record, draft };
}

function readObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // Without it the record itself is read.
  }
}
