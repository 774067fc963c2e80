// Pieces and lines of a file, without node:fs, whose import costs the hook a millisecond. A problem is a value.
import { readBytes } from "../platform/files.ts";

export interface ReadProblem {
  code: "absent" | "unreadable";
  message: string;
}

type Result<T> = ({ ok: true } & T) | { ok: false; problem: ReadProblem };

interface LinesRequest {
  from: number;
  /** Where the first line begins after `from`: the bytes before it are wanted as well. */
  lineStart: number;
  size: number;
  maxBytes: number;
}

interface Lines {
  /** Ends after a newline, or with the file. */
  bytes: Buffer;
  /** Bytes of a line that is too long to be read, after the others. */
  skipped: number;
  more: boolean;
}

const NEWLINE = 0x0a;
const MAX_LINE = 64 * 1024 * 1024;
const GROWTH = 4;

export async function measureFile(path: string): Promise<Result<{ size: number }>> {
  try {
    const file = open(path);
    const { size } = file;
    if (!Number.isFinite(size)) return failed("unreadable", "it is a device or a pipe, not a file");
    if (size === 0 && !(await file.exists())) return failed("absent", "there is no such file");
    return { ok: true, size };
  } catch (error) {
    return { ok: false, problem: describe(error) };
  }
}

/** Shorter than asked for where the file ends earlier. */
export async function readPiece(path: string, from: number, to: number): Promise<Result<{ bytes: Buffer }>> {
  // An empty file is not opened: under /proc it may block the reader for ever.
  if (to <= from) return { ok: true, bytes: Buffer.alloc(0) };
  try {
    const read = await readBytes(path, from, to);
    if (read) return { ok: true, bytes: Buffer.from(read.buffer, read.byteOffset, read.length) };
    // Only this way tells why it could not be read.
    return { ok: true, bytes: Buffer.from(await open(path).slice(from, to).arrayBuffer()) };
  } catch (error) {
    return { ok: false, problem: describe(error) };
  }
}

/** The next whole lines, as many as fit; a line longer than the limit alone, in full. */
export async function readNextLines(path: string, request: LinesRequest): Promise<Result<Lines>> {
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

async function skipLine(
  path: string,
  lead: Buffer,
  reached: number,
  request: LinesRequest,
): Promise<Result<Lines>> {
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

function open(path: string) {
  // Without the dot, Bun would take a relative "s3://…" for an address on the network.
  return Bun.file(path.startsWith("/") ? path : `./${path}`);
}

function describe(error: unknown): ReadProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  if (code === "ENOENT" || code === "ENOTDIR") return { code: "absent", message: "there is no such file" };
  return { code: "unreadable", message: `it cannot be read (${code})` };
}

function failed(code: ReadProblem["code"], message: string): { ok: false; problem: ReadProblem } {
  return { ok: false, problem: { code, message } };
}
