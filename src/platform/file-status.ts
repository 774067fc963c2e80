// Reads the status of a file without node:fs, whose import costs a millisecond. Linux has statx, whose result has the same layout
// on every machine; other systems use node:fs.
import type { Stats } from "node:fs";
import { nodePath, pathBytes, statCalls } from "./libc.ts";

type Statx = NonNullable<ReturnType<typeof statCalls>>["statx"];

export interface FileStatus {
  mode: number;
  size: number;
  inode: number;
  /** When content, name or permissions last changed. */
  ctimeMs: number;
}

const S_IFMT = 0o170000;
const S_IFDIR = 0o040000;
const S_IFREG = 0o100000;
const S_IFLNK = 0o120000;

export const isPlainFile = ({ mode }: { mode: number }) => (mode & S_IFMT) === S_IFREG;
export const isFolder = ({ mode }: { mode: number }) => (mode & S_IFMT) === S_IFDIR;
export const isSymbolicLink = ({ mode }: { mode: number }) => (mode & S_IFMT) === S_IFLNK;

const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const AT_EMPTY_PATH = 0x1000;
const STATX_BASIC_STATS = 0x7ff;
/** struct statx has 256 bytes. */
const STATX_WORDS = 64;
const TWO_TO_32 = 2 ** 32;

/** Does not follow links. null when the path cannot be read. */
export function fileStatus(path: string): FileStatus | null {
  const statx = path.includes("\0") ? null : statCalls()?.statx;
  if (statx) return readStatus(statx, AT_FDCWD, pathBytes(path), AT_SYMLINK_NOFOLLOW);
  return orNull(() => process.getBuiltinModule("node:fs").lstatSync(nodePath(path)));
}

/** The ctime, which programs cannot set. For a deleted file, that of its folder. */
export function changedAt(path: string): number {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const status = fileStatus(at);
    if (status) return status.ctimeMs;
  }
  return 0;
}

export function descriptorStatus(descriptor: number): FileStatus | null {
  const statx = statCalls()?.statx;
  if (statx) return readStatus(statx, descriptor, pathBytes(""), AT_EMPTY_PATH);
  return orNull(() => process.getBuiltinModule("node:fs").fstatSync(descriptor));
}

function readStatus(statx: Statx, at: number, path: Uint8Array, flags: number): FileStatus | null {
  const words = new Uint32Array(STATX_WORDS);
  if (statx(at, path, flags, STATX_BASIC_STATS, words) !== 0) return null;
  const word = (index: number) => words[index] ?? 0;
  // struct statx: the mode at byte 28, the inode at 32, the size at 40, ctime at 96 (seconds) and 104 (nanoseconds).
  return {
    mode: word(7) & 0xffff,
    size: word(10) + word(11) * TWO_TO_32,
    inode: word(8) + word(9) * TWO_TO_32,
    ctimeMs: (word(24) + word(25) * TWO_TO_32) * 1000 + word(26) / 1e6,
  };
}

function orNull(readStats: () => Stats): FileStatus | null {
  try {
    const { mode, size, ino: inode, ctimeMs } = readStats();
    return { mode, size, inode, ctimeMs };
  } catch {
    return null;
  }
}
