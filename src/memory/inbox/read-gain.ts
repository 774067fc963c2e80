// What a transcript gained since the drain looked through it.
import { fileKey } from "../../recording/ingest/ingest-rows.ts";
import type { Store } from "../../store/open.ts";
import type { Cursor } from "../../transcript/cursor.ts";
import { readSince, type SinceRead } from "../../transcript/read-since.ts";
import { findTriageCursor, type TriageCursorRow } from "./triage-cursors.ts";

export interface LookedAt {
  sessionId: string;
  projectKey: string;
  path: string;
}

export type Gain = SinceRead;

export async function readGain(store: Store, path: string, maxBytes: number): Promise<Gain> {
  return readFrom(findTriageCursor(store, fileKey(path)), path, maxBytes);
}

/** From where the last look ended, if there was one. */
export async function readFrom(row: TriageCursorRow | null, path: string, maxBytes: number): Promise<Gain> {
  const cursor = row && { offset: row.offset, guard: row.guard, open: JSON.parse(row.open_calls) };
  return readSince(path, cursor, { maxBytes });
}

export function toRow(file: string, { offset, guard, open }: Cursor, at: number): TriageCursorRow {
  return { file, offset, guard, open_calls: JSON.stringify(open), read_at: at };
}
