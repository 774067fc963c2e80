// The next whole lines of a file, as many as fit; a line longer than the limit alone, in full.
import { type ReadProblem, readPiece } from "./read-bytes.ts";

export interface LinesRequest {
  from: number;
  /** Where the first line begins in what is read: the bytes before it are wanted as well. */
  lineStart: number;
  size: number;
  maxBytes: number;
}

export type Lines =
  | {
      ok: true;
      /** Ends after a newline, or with the file. */
      bytes: Buffer;
      /** Bytes of a line that was too long to be taken, after the others. */
      skipped: number;
      more: boolean;
    }
  | { ok: false; problem: ReadProblem };

const NEWLINE = 0x0a;
const MAX_LINE = 64 * 1024 * 1024;
const GROWTH = 4;

export async function readNextLines(path: string, request: LinesRequest): Promise<Lines> {
  const { from, lineStart, size } = request;
  for (let limit = Math.max(1, request.maxBytes); ; limit *= GROWTH) {
    const to = Math.min(size, from + lineStart + limit);
    const piece = await readPiece(path, from, to);
    if (!piece.ok) return piece;
    if (to >= size) return { ok: true, bytes: piece.bytes, skipped: 0, more: false };
    const end = piece.bytes.lastIndexOf(NEWLINE) + 1;
    if (end > lineStart) return { ok: true, bytes: piece.bytes.subarray(0, end), skipped: 0, more: true };
    if (limit >= MAX_LINE) return skipLine(path, piece.bytes.subarray(0, lineStart), to, request);
  }
}

async function skipLine(path: string, lead: Buffer, reached: number, request: LinesRequest): Promise<Lines> {
  const start = request.from + request.lineStart;
  for (let at = reached; at < request.size; at += MAX_LINE) {
    const piece = await readPiece(path, at, Math.min(request.size, at + MAX_LINE));
    if (!piece.ok) return piece;
    const end = piece.bytes.indexOf(NEWLINE);
    if (end !== -1) return { ok: true, bytes: lead, skipped: at + end + 1 - start, more: true };
  }
  // It may still be growing: nothing is skipped before it ends.
  return { ok: true, bytes: lead, skipped: 0, more: false };
}
