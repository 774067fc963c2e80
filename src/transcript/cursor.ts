// Where an incremental reading stopped: plain data, to be stored and given back.
import type { OpenCall } from "./join-calls.ts";
import { readPiece } from "./read-bytes.ts";

export interface Cursor {
  /** Bytes read. */
  offset: number;
  /** A hash of the bytes right before it: with other bytes there, the file was rewritten. */
  guard: string;
  /** Calls whose results were not written yet. */
  open: OpenCall[];
}

const GUARD_BYTES = 128;

export const START: Cursor = { offset: 0, guard: "", open: [] };

/** How many bytes before the offset the guard covers. */
export function guardLength(offset: number): number {
  return Math.min(offset, GUARD_BYTES);
}

export function guardOf(bytes: Uint8Array): string {
  return bytes.length === 0 ? "" : Bun.hash(bytes).toString(36);
}

/** `bytes` end at the offset and begin early enough for the guard. */
export function cursorAt(offset: number, bytes: Buffer, open: OpenCall[]): Cursor {
  return { offset, guard: guardOf(bytes.subarray(bytes.length - guardLength(offset))), open };
}

/** The same at a place whose bytes were not read. */
export async function placeCursor(path: string, offset: number, open: OpenCall[]): Promise<Cursor> {
  const piece = await readPiece(path, offset - guardLength(offset), offset);
  return cursorAt(offset, piece.ok ? piece.bytes : Buffer.alloc(0), open);
}

export function isUsable(cursor: Cursor, size: number): boolean {
  return Number.isSafeInteger(cursor.offset) && cursor.offset >= 0 && cursor.offset <= size;
}
