// Where an incremental reading stopped: plain data, to be kept and given back.
import type { OpenCall } from "./join-calls.ts";

export interface Cursor {
  /** Bytes read. */
  offset: number;
  /** A hash of the bytes right before it: another content there means the file was rewritten. */
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

/** `bytes` reach up to the cursor's place and begin early enough for its guard. */
export function cursorAt(offset: number, bytes: Buffer, open: OpenCall[]): Cursor {
  return { offset, guard: guardOf(bytes.subarray(bytes.length - guardLength(offset))), open };
}

export function isUsable(cursor: Cursor, size: number): boolean {
  return Number.isSafeInteger(cursor.offset) && cursor.offset >= 0 && cursor.offset <= size;
}
