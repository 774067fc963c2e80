// Searches a file for words, piece by piece in one small buffer: memory pages of a larger one cost time.
import { OPEN_TO_READ } from "./files.ts";
import { findCalls, libc, pathBytes } from "./libc.ts";

const PIECE_BYTES = 16 * 1024;

/** Whether one of these words stands between two offsets of a file; null when the C library cannot tell. */
export function fileContainsAny(
  path: string,
  from: number,
  to: number,
  words: readonly string[],
): boolean | null {
  const system = path.includes("\0") ? null : libc();
  const find = findCalls()?.memmem;
  const descriptor = system && find ? system.open(pathBytes(path), OPEN_TO_READ) : -1;
  if (!system || !find || descriptor < 0) return null;
  try {
    const encoder = new TextEncoder();
    const patterns: Uint8Array[] = [];
    let overlap = 0; // A word may lie across two pieces.
    for (const word of words) {
      const bytes = encoder.encode(word);
      patterns.push(bytes);
      overlap = Math.max(overlap, bytes.length - 1);
    }
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = from; at < to; at += PIECE_BYTES - overlap) {
      const got = system.pread(descriptor, piece, Math.min(PIECE_BYTES, to - at), at);
      if (got < 0) return null;
      for (const pattern of patterns) if (find(piece, got, pattern, pattern.length)) return true;
      if (got < PIECE_BYTES) return false;
    }
    return false;
  } finally {
    system.close(descriptor);
  }
}
