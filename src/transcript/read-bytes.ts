// Pieces of a file without node:fs, whose import costs the hook a millisecond. What goes wrong is a value.
import { readBytes } from "../platform/files.ts";

export interface ReadProblem {
  code: "absent" | "unreadable";
  message: string;
}

export type FileSize = { ok: true; size: number } | { ok: false; problem: ReadProblem };
export type Piece = { ok: true; bytes: Buffer } | { ok: false; problem: ReadProblem };

export async function measureFile(path: string): Promise<FileSize> {
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

/** Shorter than asked for when the file ends before. */
export async function readPiece(path: string, from: number, to: number): Promise<Piece> {
  // An empty file is not opened: under /proc such a one may hold the reader for ever.
  if (to <= from) return { ok: true, bytes: Buffer.alloc(0) };
  try {
    const read = await readBytes(path, from, to);
    if (read) return { ok: true, bytes: Buffer.from(read.buffer, read.byteOffset, read.length) };
    // Why it could not be read, only this tells.
    return { ok: true, bytes: Buffer.from(await open(path).slice(from, to).arrayBuffer()) };
  } catch (error) {
    return { ok: false, problem: describe(error) };
  }
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
