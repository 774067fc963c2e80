// The folder of claude-memory. Its records have no place for all that a memory has, and its schemas allow no further
// fields: the whole memory stands in a file beside them, and counts as long as its record is as we wrote it.

import { contentHash } from "../files/memory-row.ts";
import type { Draft } from "../files/save-memory.ts";
import { numberedName, slugOf } from "../files/save-memory.ts";
import { FOLDERS, type ScopedMemory } from "../memory.ts";
import { parseClaudeMemoryRecord, toClaudeMemoryRecord } from "./claude-memory-record.ts";
import { type ExistingFiles, type ExportFiles, type OwnEntry, ownerOf, takenNames } from "./export-files.ts";
import { readDraft, toJsonFields } from "./json-lines.ts";

export const SIDECAR_FILE = "holdfast.jsonl";

interface SidecarEntry {
  /** Of the record as it was written. */
  hash: string;
  draft: Draft;
}

/** By the record's path below the folder. An export that was cut off leaves two: as it was, and as it was to be. */
export type Sidecar = ReadonlyMap<string, readonly SidecarEntry[]>;

/** With `force` also what was changed since counts as ours. */
export function toClaudeMemoryFiles(
  memories: readonly ScopedMemory[],
  lying: ExistingFiles = new Map(),
  force = false,
): ExportFiles {
  const own = ownEntries(lying);
  const byOwner = new Map(own.map((entry) => [`${entry.folder}\0${ownerOf(entry)}`, entry]));
  const taken = takenNames(lying);
  const files: ExportFiles = { write: new Map(), remove: [], changed: [] };
  const used = new Set<string>();
  const lines = memories.map((memory) => {
    const folder = FOLDERS[memory.category];
    const entry = byOwner.get(`${folder}\0${ownerOf(memory)}`);
    const file = entry?.file ?? freeFile(folder, memory.id, taken);
    used.add(file);
    const record = toClaudeMemoryRecord(memory);
    if (entry && !entry.isAsWritten && !force) {
      files.changed.push(file);
      return entry.line;
    }
    files.write.set(file, `${JSON.stringify(record, null, 2)}\n`);
    return JSON.stringify({ file, record: contentHash(JSON.stringify(record)), ...toJsonFields(memory) });
  });
  for (const { file, line, isAsWritten } of own) {
    if (used.has(file)) continue;
    if (isAsWritten || force) files.remove.push(file);
    else {
      files.changed.push(file);
      lines.push(line);
    }
  }
  files.write.set(SIDECAR_FILE, lines.map((line) => `${line}\n`).join(""));
  return files;
}

/** An empty one is nobody's. */
export function isOwnSidecar(text: string): boolean {
  return text.split("\n").every((line) => line.trim() === "" || readSidecarLine(line) !== null);
}

export function parseSidecar(text: string): Sidecar {
  return Map.groupBy(readSidecarLines(text), ({ file }) => file);
}

/** A record that was changed since counts as it is; whose it was, and by which id it is known here, stays. */
export function readClaudeMemoryRecord(value: unknown, wholes: readonly SidecarEntry[] = []): Draft | null {
  const hash = contentHash(JSON.stringify(value));
  const written = wholes.find((one) => one.hash === hash);
  if (written) return written.draft;
  const whole = wholes.at(-1);
  const draft = parseClaudeMemoryRecord(value);
  if (draft === null || whole === undefined) return draft;
  const { id, personal } = whole.draft;
  return { ...draft, ...(id === undefined ? {} : { id }), ...(personal ? { personal } : {}) };
}

interface OwnRecord extends OwnEntry {
  folder: string;
  line: string;
}

function ownEntries(lying: ExistingFiles): OwnRecord[] {
  const byFile = Map.groupBy(readSidecarLines(lying.get(SIDECAR_FILE) ?? ""), ({ file }) => file);
  return [...byFile].flatMap(([file, wholes]) => {
    const text = lying.get(file);
    if (typeof text !== "string") return [];
    const hash = contentHash(JSON.stringify(readObject(text)));
    const written = wholes.find((one) => one.hash === hash);
    const whole = written ?? wholes.at(-1);
    if (!whole) return [];
    const { line, draft } = whole;
    const [folder = ""] = file.split("/");
    const isAsWritten = written !== undefined;
    return [{ file, folder, line, id: draft.id ?? "", personal: draft.personal === true, isAsWritten }];
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
    return null; // The records are read without it.
  }
}
