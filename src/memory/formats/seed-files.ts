// The folder of claude-memory. Its records have no place for all that a memory has, and its schemas allow no further
// fields: the whole memory stands in a file beside them, and counts as long as its record is as we wrote it.
import { FOLDERS, type ScopedMemory } from "../memory.ts";
import { hashOf } from "../record-file.ts";
import type { Draft } from "../save-memory.ts";
import { numberedName, slugOf } from "../slug.ts";
import { readDraft, toJsonFields } from "./json-lines.ts";
import { parseSeedRecord, toSeedRecord } from "./seed-json.ts";

export const WHOLE_FILE = "holdfast.jsonl";

interface Whole {
  /** Of the record as it was written. */
  hash: string;
  draft: Draft;
}

/** By the record's path below the folder. */
export type Wholes = ReadonlyMap<string, Whole>;

export function toSeedFiles(memories: readonly ScopedMemory[]): Map<string, string> {
  const files = new Map<string, string>();
  const lines = memories.map((memory) => {
    const base = `${FOLDERS[memory.category]}/${slugOf(memory.id)}`;
    const file = `${numberedName(base, (name) => files.has(`${name}.json`))}.json`;
    const record = toSeedRecord(memory);
    files.set(file, `${JSON.stringify(record, null, 2)}\n`);
    return `${JSON.stringify({ file, record: hashOf(JSON.stringify(record)), ...toJsonFields(memory) })}\n`;
  });
  return new Map([...files, [WHOLE_FILE, lines.join("")]]);
}

export function parseWholes(text: string): Wholes {
  const wholes = new Map<string, Whole>();
  for (const line of text.split("\n")) {
    const fields = readObject(line);
    const draft = fields === null ? "" : readDraft(fields);
    if (fields === null || typeof draft === "string") continue;
    wholes.set(String(fields.file), { hash: String(fields.record), draft });
  }
  return wholes;
}

/** A record that was changed since counts as it is; whose it was, and by which id it is known here, stays. */
export function readSeedRecord(value: unknown, whole: Whole | undefined): Draft | null {
  if (whole && hashOf(JSON.stringify(value)) === whole.hash) return whole.draft;
  const draft = parseSeedRecord(value);
  if (draft === null || whole === undefined) return draft;
  const { id, personal } = whole.draft;
  return { ...draft, ...(id === undefined ? {} : { id }), ...(personal ? { personal } : {}) };
}

function readObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // The records are read without it.
  }
}
