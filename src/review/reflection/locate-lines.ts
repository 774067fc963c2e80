// Places in a file, in bytes, as the numbers of their lines.
import { readPiece } from "../../transcript/read-bytes.ts";

const PIECE = 1024 * 1024;
const NEWLINE = 0x0a;

/** Places that the file no longer has are left out. */
export async function locateLines(path: string, offsets: Iterable<number>): Promise<Map<number, number>> {
  const wanted = [...new Set(offsets)].sort((a, b) => a - b);
  const lines = new Map<number, number>();
  let line = 1;
  let next = 0;
  for (let start = 0; next < wanted.length; start += PIECE) {
    const piece = await readPiece(path, start, start + PIECE);
    if (!piece.ok || piece.bytes.length === 0) return lines;
    let counted = 0;
    for (; next < wanted.length; next++) {
      const within = (wanted[next] ?? 0) - start;
      if (within >= piece.bytes.length) break;
      line += countNewlines(piece.bytes, counted, within);
      counted = within;
      lines.set(start + within, line);
    }
    line += countNewlines(piece.bytes, counted, piece.bytes.length);
  }
  return lines;
}

function countNewlines(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE, from); at !== -1 && at < to; at = bytes.indexOf(NEWLINE, at + 1))
    count++;
  return count;
}
