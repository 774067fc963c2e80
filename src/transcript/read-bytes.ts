// Reads pieces and lines of a file without node:fs, whose import costs a hook a millisecond. Problems are returned as values.
import { bunFile, readBytes } from "../platform/files.ts";
import { errorCode } from "../text/unknown-values.ts";

export interface ReadProblem {
  code: "absent" | "unreadable";
  message: string;
}

type Result<T> = ({ ok: true } & T) | { ok: false; problem: ReadProblem };

interface LinesRequest {
  from: number;
  /** Start of the first line, relative to `from`. The bytes before it are returned too. */
  lineStart: number;
  size: number;
  maxBytes: number;
}

interface Lines {
  /** Up to the end of a line, or of the file. */
  bytes: Buffer;
  more: boolean;
}

const ABSENT: ReadProblem = { code: "absent", message: "there is no such file" };
const TOO_LONG: ReadProblem = { code: "unreadable", message: "it has a line too long for memory" };
const NEWLINE = 0x0a;
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const GROWTH_FACTOR = 4;

export async function measureFile(path: string): Promise<Result<{ size: number }>> {
  try {
    const file = bunFile(path);
    const { size } = file;
    if (!Number.isFinite(size))
      return { ok: false, problem: { code: "unreadable", message: "it is a device or a pipe, not a file" } };
    if (size === 0 && !(await file.exists())) return { ok: false, problem: ABSENT };
    return { ok: true, size };
  } catch (error) {
    return { ok: false, problem: describe(error) };
  }
}

/** Shorter than requested if the file ends earlier. */
export async function readPiece(path: string, from: number, to: number): Promise<Result<{ bytes: Buffer }>> {
  // An empty file is not opened: under /proc, reading it may block for ever.
  if (to <= from) return { ok: true, bytes: Buffer.alloc(0) };
  try {
    const read = await readBytes(path, from, to);
    if (read) return { ok: true, bytes: Buffer.from(read.buffer, read.byteOffset, read.length) };
    // Throws with the reason why it could not be read.
    return { ok: true, bytes: Buffer.from(await bunFile(path).slice(from, to).arrayBuffer()) };
  } catch (error) {
    return { ok: false, problem: describe(error) };
  }
}

/** The next complete lines within the limit; a line longer than the limit alone, in full. */
export async function readNextLines(path: string, request: LinesRequest): Promise<Result<Lines>> {
  const { from, lineStart, size } = request;
  for (let limit = Math.max(1, request.maxBytes); ; limit *= GROWTH_FACTOR) {
    const to = Math.min(size, from + lineStart + limit);
    const piece = await readPiece(path, from, to);
    if (!piece.ok) return piece;
    if (to >= size) return { ok: true, bytes: piece.bytes, more: false };
    const end = piece.bytes.lastIndexOf(NEWLINE) + 1;
    if (end > lineStart) return { ok: true, bytes: piece.bytes.subarray(0, end), more: true };
    if (limit >= MAX_LINE_BYTES) return { ok: false, problem: TOO_LONG };
  }
}

function describe(error: unknown): ReadProblem {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return ABSENT;
  return { code: "unreadable", message: `it cannot be read (${code})` };
}
