// Reads a file that may be hostile (a device, a fifo, a gigabyte) without node:fs, whose import costs a millisecond.

import { isThere } from "./is-there.ts";
import { readBytes } from "./read-bytes.ts";

const SMALL_FILE_BYTES = 1024 * 1024;

export type SmallFile =
  | { state: "absent" }
  | { state: "read"; text: string }
  | { state: "refused"; code: "unreadable" | "too-large"; message: string };

export async function readSmallFile(path: string): Promise<SmallFile> {
  if (!isThere(path)) return { state: "absent" };
  try {
    // Without the dot, Bun would take a relative "s3://…" for an address on the network.
    const file = Bun.file(path.startsWith("/") ? path : `./${path}`);
    const { size } = file;
    // A size of 0 is never read: under /proc such a file may hold the reader for ever.
    if (size === 0) return (await file.exists()) ? { state: "read", text: "" } : { state: "absent" };
    if (size === Number.POSITIVE_INFINITY)
      return refused("unreadable", "it is a device or a pipe, not a file");
    if (size > SMALL_FILE_BYTES)
      return refused("too-large", `it has ${size} bytes; the limit is ${SMALL_FILE_BYTES}`);
    const bytes = await readBytes(path, 0, size);
    return { state: "read", text: bytes ? new TextDecoder().decode(bytes) : await file.text() };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "absent" };
    return refused("unreadable", `it cannot be read (${code})`);
  }
}

function refused(code: "unreadable" | "too-large", message: string): SmallFile {
  return { state: "refused", code, message };
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
