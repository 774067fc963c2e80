// Reads the content of a path in the work tree safely: links are not followed, a pipe does not block, and no more than the limit
// is read.
import { descriptorStatus, isPlainFile } from "../platform/file-status.ts";
import { O_NOFOLLOW, O_NONBLOCK } from "../platform/files.ts";
import { libc, nodePath, pathBytes } from "../platform/libc.ts";
import { type ContentId, DELETED } from "./tree-state.ts";

export type Content =
  | { kind: "file"; bytes: Uint8Array; executable: boolean }
  | { kind: "link"; bytes: Uint8Array }
  | { kind: "large"; size: number; mtimeMs: number }
  | { kind: "absent" | "special" | "unreadable" };

export const MAX_BYTES = 2 * 1024 * 1024;

/** Links in the folders above are followed, as in git; only the last part of the path must not be a link. */
const FLAGS = O_NOFOLLOW | O_NONBLOCK;

export function readContent(root: string, path: string): Content {
  const file = `${root}/${path}`;
  return readPlain(file) ?? readAnything(file);
}

/** git's blob id of the content, for comparison with git's own. */
export function identify(content: Content, algorithm: "sha1" | "sha256"): ContentId {
  switch (content.kind) {
    case "file":
      return `${blobId(content.bytes, algorithm)}${content.executable ? "+x" : ""}`;
    case "link":
      return `${blobId(content.bytes, algorithm)}+l`;
    case "large":
      return `large:${content.size}:${content.mtimeMs}`;
    case "absent":
      return DELETED;
    default:
      return content.kind;
  }
}

/** By size and time only, if there are too many files to read. */
export function identifyByStat(root: string, path: string): ContentId {
  try {
    const { size, mtimeMs, mode } = nodeFs().lstatSync(nodePath(`${root}/${path}`));
    return `stat:${size}:${mtimeMs}:${mode.toString(8)}`;
  } catch {
    return DELETED;
  }
}

/** The fast path for plain files of normal size; null for everything else. */
function readPlain(file: string): Content | null {
  const system = file.includes("\0") ? null : libc();
  const handle = system?.open(pathBytes(file), FLAGS) ?? -1;
  if (system === null || handle < 0) return null;
  try {
    const status = descriptorStatus(handle);
    if (status === null || !isPlainFile(status) || status.size > MAX_BYTES) return null;
    const bytes = readAll(status.size, (rest, from) => system.pread(handle, rest, rest.length, from));
    return bytes && { kind: "file", bytes, executable: (status.mode & 0o100) !== 0 };
  } finally {
    system.close(handle);
  }
}

function readAnything(file: string): Content {
  const { openSync, fstatSync, readSync, closeSync } = nodeFs();
  let handle: number;
  try {
    handle = openSync(nodePath(file), FLAGS);
  } catch (error) {
    return withoutHandle(file, error);
  }
  try {
    const { size, mode, mtimeMs } = fstatSync(handle);
    if (!isPlainFile({ mode })) return { kind: "special" };
    if (size > MAX_BYTES) return { kind: "large", size, mtimeMs };
    const bytes = readAll(size, (rest, from) => readSync(handle, rest, 0, rest.length, from));
    return bytes ? { kind: "file", bytes, executable: (mode & 0o100) !== 0 } : { kind: "unreadable" };
  } catch {
    return { kind: "unreadable" };
  } finally {
    closeSync(handle);
  }
}

function withoutHandle(file: string, error: unknown): Content {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
  if (code === "ENXIO") return { kind: "special" }; // A socket.
  try {
    return { kind: "link", bytes: nodeFs().readlinkSync(nodePath(file), { encoding: "buffer" }) };
  } catch {
    return { kind: "unreadable" };
  }
}

/** Reads no more than `size`, even if the file grows meanwhile. null when it cannot be read. */
function readAll(size: number, read: (rest: Uint8Array, from: number) => number): Uint8Array | null {
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const got = read(bytes.subarray(length), length);
    if (got < 0) return null;
    if (got === 0) break;
    length += got;
  }
  return bytes.subarray(0, length);
}

/** Rarely needed, and the import costs a millisecond. */
function nodeFs(): typeof import("node:fs") {
  return process.getBuiltinModule("node:fs");
}

function blobId(bytes: Uint8Array, algorithm: "sha1" | "sha256"): string {
  return new Bun.CryptoHasher(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
