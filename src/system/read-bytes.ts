import { libc, pathBytes } from "./libc.ts";

/** Reading only, and never waiting for the other end of a pipe. */
const READ_AT_ONCE = process.platform === "darwin" ? 0x4 : 0x800;

/** The bytes of a file from one place up to another, fewer where it ends; null when it cannot be read. */
export async function readBytes(path: string, from: number, to: number): Promise<Uint8Array | null> {
  const system = path.includes("\0") ? null : libc();
  const descriptor = system?.open(pathBytes(path), READ_AT_ONCE) ?? -1;
  if (system === null || descriptor < 0) return readPortably(path, from, to);
  try {
    const buffer = new Uint8Array(to - from);
    let filled = 0;
    while (filled < buffer.length) {
      const got = system.pread(descriptor, buffer.subarray(filled), buffer.length - filled, from + filled);
      // A pipe, a folder: reading it in another way could last for ever.
      if (got < 0) return null;
      if (got === 0) break;
      filled += got;
    }
    return buffer.subarray(0, filled);
  } finally {
    system.close(descriptor);
  }
}

async function readPortably(path: string, from: number, to: number): Promise<Uint8Array | null> {
  try {
    return await Bun.file(path).slice(from, to).bytes();
  } catch {
    return null;
  }
}
