// Reads what lies under a path without being led astray: no link is followed, nothing waits on a pipe, and no more is
// read than was allowed.
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { toSystemPath } from "./path-bytes.ts";
import { type ContentId, DELETED } from "./tree-state.ts";

export type Content =
  | { kind: "file"; bytes: Uint8Array; executable: boolean }
  | { kind: "link"; bytes: Uint8Array }
  | { kind: "large"; size: number; mtimeMs: number }
  | { kind: "absent" | "special" | "unreadable" };

export const MOST_BYTES = 2 * 1024 * 1024;

// Links on the way are followed, as git does; only the last part must be the file itself.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function readContent(root: string, path: string, mostBytes = MOST_BYTES): Content {
  const file = toSystemPath(root, path);
  let handle: number;
  try {
    handle = openSync(file, FLAGS);
  } catch (error) {
    return withoutHandle(file, error);
  }
  try {
    const { size, mode, mtimeMs } = fstatSync(handle);
    if ((mode & constants.S_IFMT) !== constants.S_IFREG) return { kind: "special" };
    if (size > mostBytes) return { kind: "large", size, mtimeMs };
    return { kind: "file", bytes: readAll(handle, size), executable: (mode & 0o100) !== 0 };
  } catch {
    return { kind: "unreadable" };
  } finally {
    closeSync(handle);
  }
}

/** git's blob id for what was read, so that it can be compared with what git holds. */
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

/** Size and time only, for when there are too many files to read them. */
export function identifyByStat(root: string, path: string): ContentId {
  try {
    const { size, mtimeMs, mode } = lstatSync(toSystemPath(root, path));
    return `stat:${size}:${mtimeMs}:${mode.toString(8)}`;
  } catch {
    return DELETED;
  }
}

function withoutHandle(file: string | Buffer, error: unknown): Content {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
  if (code === "ENXIO") return { kind: "special" }; // A socket.
  try {
    return { kind: "link", bytes: readlinkSync(file, { encoding: "buffer" }) };
  } catch {
    return { kind: "unreadable" };
  }
}

/** No more than the size told: a file that grows meanwhile is read again next time. */
function readAll(handle: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  while (length < size) {
    const read = readSync(handle, bytes, length, size - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function blobId(bytes: Uint8Array, algorithm: "sha1" | "sha256"): string {
  return new Bun.CryptoHasher(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
