import { libc, pathBytes } from "./libc.ts";

/** Reading only, and never waiting for the other end of a pipe. */
export const READ_AT_ONCE = process.platform === "darwin" ? 0x4 : 0x800;

/** Most of what is asked for is short, and pages that a larger buffer takes are paid for. */
const FIRST_BYTES = 8 * 1024;

/** The bytes of a file from one place up to another, fewer where it ends; null when it cannot be read. */
export function readBytes(path: string, from: number, to: number): Promise<Uint8Array | null> {
  return read(path, from, to, to - from);
}

/** All that a file has from one place on; null also when that is more than so many bytes. */
export async function readSince(path: string, from: number, most: number): Promise<Uint8Array | null> {
  const bytes = await read(path, from, from + most + 1, FIRST_BYTES);
  return bytes === null || bytes.length > most ? null : bytes;
}

async function read(path: string, from: number, to: number, atFirst: number): Promise<Uint8Array | null> {
  const system = path.includes("\0") ? null : libc();
  const descriptor = system?.open(pathBytes(path), READ_AT_ONCE) ?? -1;
  if (system === null || descriptor < 0) return readPortably(path, from, to);
  try {
    let buffer = new Uint8Array(atFirst);
    for (let filled = 0; ; ) {
      const got = system.pread(descriptor, buffer.subarray(filled), buffer.length - filled, from + filled);
      // A pipe, a folder: reading it in another way could last for ever.
      if (got < 0) return null;
      filled += got;
      if (got === 0 || filled === to - from) return buffer.subarray(0, filled);
      if (filled === buffer.length) buffer = grow(buffer, to - from);
    }
  } finally {
    system.close(descriptor);
  }
}

function grow(buffer: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.min(buffer.length * 16, most));
  grown.set(buffer);
  return grown;
}

async function readPortably(path: string, from: number, to: number): Promise<Uint8Array | null> {
  try {
    return await Bun.file(path).slice(from, to).bytes();
  } catch {
    return null;
  }
}
