import { type Cursor, cursorAt, guardLength } from "./cursor.ts";
import type { OpenCall } from "./join-calls.ts";
import { readPiece } from "./read-bytes.ts";

/** A cursor at a place whose bytes are not at hand. */
export async function placeCursor(path: string, offset: number, open: OpenCall[]): Promise<Cursor> {
  const piece = await readPiece(path, offset - guardLength(offset), offset);
  return cursorAt(offset, piece.ok ? piece.bytes : Buffer.alloc(0), open);
}
