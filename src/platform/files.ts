// Small file operations for hooks, without node:fs, whose import costs a millisecond.
import { errorCode } from "../text/unknown-values.ts";
import { libc, pathBytes } from "./libc.ts";
import { IS_WINDOWS, isAbsolutePath } from "./system.ts";

const IS_MAC = process.platform === "darwin";
const IS_ARM = process.arch === "arm64";
const O_WRONLY = 1;
export const O_NONBLOCK = IS_WINDOWS ? 0 : IS_MAC ? 0x4 : 0x800;
const O_APPEND = IS_MAC ? 0x8 : 0x400;
export const O_NOFOLLOW = IS_WINDOWS ? 0 : IS_MAC ? 0x100 : IS_ARM ? 0x8000 : 0x20000;

// O_NONBLOCK everywhere: opening a pipe must not wait for its other end.
const READ_FLAGS = O_NONBLOCK;
const APPEND_FLAGS = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK;

const MAX_PATH_BYTES = 4096;
export const MAX_SMALL_FILE_BYTES = 1024 * 1024;
/** Most files are short, and the memory pages of a larger buffer cost time. */
const FIRST_BUFFER_BYTES = 8 * 1024;
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
  if (mask === undefined || IS_WINDOWS) return command;
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
  return readLink(path) !== null;
}

/** Where a link leads; null for anything else. */
export function readLink(path: string): string | null {
  if (path.includes("\0")) return null;
  const system = libc();
  if (system) {
    const target = new Uint8Array(MAX_PATH_BYTES);
    const length = system.readlink(pathBytes(path), target, target.length);
    return length < 0 ? null : new TextDecoder().decode(target.subarray(0, length));
  }
  try {
    return process.getBuiltinModule("node:fs").readlinkSync(path);
  } catch {
    return null;
  }
}

/** Safe for hostile files: a device, a pipe, a gigabyte. Never throws. */
export function readSmallFile(
  path: string,
  { maxBytes = MAX_SMALL_FILE_BYTES, followsLink = true } = {},
): SmallFile {
  if (!pathExists(path)) return { state: "absent" };
  try {
    const bytes = readAtMost(path, maxBytes + 1, followsLink ? READ_FLAGS : O_NOFOLLOW | O_NONBLOCK);
    if (bytes === null) return refuse("it is a device, a pipe or a folder, not a file");
    if (bytes.length > maxBytes)
      return { state: "refused", code: "too-large", message: `it has more than ${maxBytes} bytes` };
    return { state: "read", text: new TextDecoder().decode(bytes) };
  } catch (error) {
    const code = errorCode(error);
    // Removed meanwhile.
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "absent" };
    return refuse(`it cannot be read (${code})`);
  }
}

/** Throws the system's error when the file cannot be opened. */
function readAtMost(path: string, max: number, flags: number): Uint8Array | null {
  const system = libc();
  // Only without the C library, or to find out what is wrong: the import costs a millisecond.
  const nodeFs = () => process.getBuiltinModule("node:fs");
  const opened = system?.open(pathBytes(path), flags) ?? -1;
  const file = opened < 0 ? nodeFs().openSync(path, flags) : opened;
  try {
    return readUntil(max, Math.min(max, FIRST_BUFFER_BYTES), (into, at) =>
      system ? system.pread(file, into, into.length, at) : nodeFs().readSync(file, into, 0, into.length, at),
    );
  } finally {
    if (system) system.close(file);
    else nodeFs().closeSync(file);
  }
}

export function refuse(message: string): SmallFile {
  return { state: "refused", code: "unreadable", message };
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
function readUntil(
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
  return Bun.file(isAbsolutePath(path) ? path : `./${path}`);
}
