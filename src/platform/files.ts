// Small file operations for hooks, without node:fs, whose import costs a millisecond.
import { errorCode } from "../text/unknown-values.ts";
import { findCalls, libc, pathBytes } from "./libc.ts";

const IS_MAC = process.platform === "darwin";
const IS_ARM = process.arch === "arm64";
const O_WRONLY = 1;
const O_NONBLOCK = IS_MAC ? 0x4 : 0x800;
const O_APPEND = IS_MAC ? 0x8 : 0x400;
const O_NOFOLLOW = IS_MAC ? 0x100 : IS_ARM ? 0x8000 : 0x20000;

// O_NONBLOCK everywhere: opening a pipe must not wait for its other end.
const READ_FLAGS = O_NONBLOCK;
export const READ_NO_LINK_FLAGS = O_NOFOLLOW | O_NONBLOCK;
const APPEND_FLAGS = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK;

const MAX_SMALL_FILE_BYTES = 1024 * 1024;
/** Most files are short, and the memory pages of a larger buffer cost time. */
const FIRST_BUFFER_BYTES = 8 * 1024;
const SEARCH_BUFFER_BYTES = 16 * 1024;
/** Bun's modification time of a missing path. */
const NEVER_MODIFIED = 2 ** 52 - 1;

export type SmallFile =
  | { state: "absent" }
  | { state: "read"; text: string }
  | { state: "refused"; code: "unreadable" | "too-large"; message: string };

let inheritedUmask: number | undefined;

/** Makes the files we write private. Commands of a project run with the inherited umask again. */
export function keepFilesPrivate(): void {
  inheritedUmask = process.umask(0o077);
}

/** undefined before `keepFilesPrivate`: the umask is then still the user's. */
export function inheritedMask(): number | undefined {
  return inheritedUmask;
}

/** Wraps a command so that it runs with another umask. */
export function withUmask(command: string[], mask: number | undefined): string[] {
  if (mask === undefined) return command;
  return ["/bin/sh", "-c", `umask ${mask.toString(8)}; exec "$@"`, "sh", ...command];
}

/** True for anything at this path: a file, a folder, a device. */
export function pathExists(path: string): boolean {
  // The system would cut the path at the zero byte.
  if (path.includes("\0")) return false;
  const system = libc();
  if (system) return system.access(pathBytes(path), 0) === 0;
  return bunFile(path).lastModified < NEVER_MODIFIED;
}

/** False for a missing path. */
export function isLink(path: string): boolean {
  if (path.includes("\0")) return false;
  const system = libc();
  if (system) return system.readlink(pathBytes(path), new Uint8Array(1), 1) >= 0;
  const { lstatSync } = process.getBuiltinModule("node:fs");
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Safe for hostile files: a device, a pipe, a gigabyte. */
export async function readSmallFile(path: string): Promise<SmallFile> {
  if (!pathExists(path)) return { state: "absent" };
  try {
    const file = bunFile(path);
    const { size } = file;
    // A file of size 0 is never read: under /proc, reading one may block for ever.
    if (size === 0) return (await file.exists()) ? { state: "read", text: "" } : { state: "absent" };
    if (size === Number.POSITIVE_INFINITY)
      return refused("unreadable", "it is a device or a pipe, not a file");
    if (size > MAX_SMALL_FILE_BYTES)
      return refused("too-large", `it has ${size} bytes; the limit is ${MAX_SMALL_FILE_BYTES}`);
    const bytes = await readBytes(path, 0, size);
    return { state: "read", text: bytes ? new TextDecoder().decode(bytes) : await file.text() };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "absent" };
    return refused("unreadable", `it cannot be read (${code})`);
  }
}

/** Reads the bytes between two offsets, fewer if the file ends before. null when it cannot be read. */
export function readBytes(path: string, from: number, to: number): Promise<Uint8Array | null> {
  return readRange(path, from, to, to - from);
}

/** Reads all bytes from an offset on. null when there are more than `maxBytes`, or the file cannot be read. */
export async function readToEnd(path: string, from: number, maxBytes: number): Promise<Uint8Array | null> {
  const bytes = await readRange(path, from, from + maxBytes + 1, FIRST_BUFFER_BYTES);
  return bytes === null || bytes.length > maxBytes ? null : bytes;
}

/**
 * Appends to an existing file, unless one of the given folders above it is a link. False when nothing was written: callers
 * then use a slower way, which reports the reason.
 */
export function appendToExisting(folders: readonly string[], path: string, text: string): boolean {
  const system = path.includes("\0") ? null : libc();
  if (!system) return false;
  if (folders.some(isLink)) return false;
  const descriptor = system.open(pathBytes(path), APPEND_FLAGS);
  if (descriptor < 0) return false;
  try {
    const bytes = new TextEncoder().encode(text);
    return system.write(descriptor, bytes, bytes.length) === bytes.length;
  } finally {
    system.close(descriptor);
  }
}

/** Creates the file if needed. Fails at once if the path is a pipe without a reader. */
export async function appendToFile(path: string, text: string): Promise<void> {
  const { closeSync, constants, openSync, writeSync } = await import("node:fs");
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  const file = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

async function readRange(
  path: string,
  from: number,
  to: number,
  bufferSize: number,
): Promise<Uint8Array | null> {
  const system = path.includes("\0") ? null : libc();
  const descriptor = system?.open(pathBytes(path), READ_FLAGS) ?? -1;
  if (system === null || descriptor < 0) return readPortably(path, from, to);
  try {
    const readAt = (into: Uint8Array, at: number) => system.pread(descriptor, into, into.length, from + at);
    return readUntil(to - from, bufferSize, readAt);
  } finally {
    system.close(descriptor);
  }
}

/**
 * Reads at most `max` bytes. null for a pipe or a folder, which cannot be read at an offset; reading it otherwise could block
 * for ever. `readAt` returns the number of bytes, negative for an error.
 */
export function readUntil(
  max: number,
  bufferSize: number,
  readAt: (into: Uint8Array, at: number) => number,
): Uint8Array | null {
  let buffer = new Uint8Array(bufferSize);
  for (let filled = 0; ; ) {
    const got = readAt(buffer.subarray(filled), filled);
    if (got < 0) return null;
    filled += got;
    if (got === 0 || filled === max) return buffer.subarray(0, filled);
    if (filled < buffer.length) continue;
    const larger = new Uint8Array(Math.min(buffer.length * 16, max));
    larger.set(buffer);
    buffer = larger;
  }
}

async function readPortably(path: string, from: number, to: number): Promise<Uint8Array | null> {
  try {
    return await bunFile(path).slice(from, to).bytes();
  } catch {
    return null;
  }
}

/** Without the "./", Bun would take a relative path "s3://…" for a network address. */
export function bunFile(path: string): Bun.BunFile {
  return Bun.file(path.startsWith("/") ? path : `./${path}`);
}

function refused(code: "unreadable" | "too-large", message: string): SmallFile {
  return { state: "refused", code, message };
}

/** Whether one of these words occurs between two offsets of a file; null when the C library is not available. */
export function fileContainsAny(
  path: string,
  from: number,
  to: number,
  words: readonly string[],
): boolean | null {
  const system = path.includes("\0") ? null : libc();
  const find = findCalls()?.memmem;
  const descriptor = system && find ? system.open(pathBytes(path), READ_FLAGS) : -1;
  if (!system || !find || descriptor < 0) return null;
  try {
    const encoder = new TextEncoder();
    const patterns: Uint8Array[] = [];
    let overlap = 0; // A word may span two pieces.
    for (const word of words) {
      const bytes = encoder.encode(word);
      patterns.push(bytes);
      overlap = Math.max(overlap, bytes.length - 1);
    }
    const piece = new Uint8Array(SEARCH_BUFFER_BYTES);
    for (let at = from; at < to; at += SEARCH_BUFFER_BYTES - overlap) {
      const got = system.pread(descriptor, piece, Math.min(SEARCH_BUFFER_BYTES, to - at), at);
      if (got < 0) return null;
      for (const pattern of patterns) if (find(piece, got, pattern, pattern.length)) return true;
      if (got < SEARCH_BUFFER_BYTES) return false;
    }
    return false;
  } finally {
    system.close(descriptor);
  }
}
