// Looks for words in a file, piece by piece in one small buffer: pages that a larger one takes are paid for.
import { findCalls, libc, pathBytes } from "./libc.ts";
import { READ_AT_ONCE } from "./read-bytes.ts";

const PIECE_BYTES = 16 * 1024;

/** Whether one of these words stands between two places of a file; null when that cannot be told in this way. */
export function holdsWord(path: string, from: number, to: number, words: readonly string[]): boolean | null {
  const system = path.includes("\0") ? null : libc();
  const find = findCalls()?.memmem;
  const descriptor = system && find ? system.open(pathBytes(path), READ_AT_ONCE) : -1;
  if (!system || !find || descriptor < 0) return null;
  try {
    const encoder = new TextEncoder();
    const sought: Uint8Array[] = [];
    let overlap = 0; // A word may lie across two pieces.
    for (const word of words) {
      const bytes = encoder.encode(word);
      sought.push(bytes);
      overlap = Math.max(overlap, bytes.length - 1);
    }
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = from; at < to; at += PIECE_BYTES - overlap) {
      const got = system.pread(descriptor, piece, Math.min(PIECE_BYTES, to - at), at);
      if (got < 0) return null;
      for (const word of sought) if (find(piece, got, word, word.length)) return true;
      if (got < PIECE_BYTES) return false;
    }
    return false;
  } finally {
    system.close(descriptor);
  }
}
