// What the system knows of a file, without node:fs, whose import costs a millisecond. Linux has a call for it that has
// the same form on every machine; elsewhere node:fs is loaded after all.
import type { Stats } from "node:fs";
import { pathBytes, type Statx, statCalls } from "./libc.ts";

export interface FileStatus {
  mode: number;
  size: number;
  inode: number;
  /** When it, its name or its rights last changed. */
  ctimeMs: number;
}

const HERE = -100;
const NO_LINKS = 0x100;
const OF_DESCRIPTOR = 0x1000;
const BASIC = 0x7ff;
const WORDS = 64;
const TWO_TO_32 = 2 ** 32;

/** Of the path itself, no link followed; null when it cannot be told. */
export function fileStatus(path: string): FileStatus | null {
  const statx = path.includes("\0") ? null : statCalls()?.statx;
  if (statx) return readStatus(statx, HERE, pathBytes(path), NO_LINKS);
  return pick(() => process.getBuiltinModule("node:fs").lstatSync(path));
}

export function descriptorStatus(descriptor: number): FileStatus | null {
  const statx = statCalls()?.statx;
  if (statx) return readStatus(statx, descriptor, pathBytes(""), OF_DESCRIPTOR);
  return pick(() => process.getBuiltinModule("node:fs").fstatSync(descriptor));
}

function readStatus(statx: Statx, at: number, path: Uint8Array, flags: number): FileStatus | null {
  const found = new Uint32Array(WORDS);
  if (statx(at, path, flags, BASIC, found) !== 0) return null;
  const word = (index: number) => found[index] ?? 0;
  // struct statx: the mode at byte 28, the inode at 32, the size at 40, the seconds of the time of change at 96 and what is
  // beyond at 104.
  return {
    mode: word(7) & 0xffff,
    size: word(10) + word(11) * TWO_TO_32,
    inode: word(8) + word(9) * TWO_TO_32,
    ctimeMs: (word(24) + word(25) * TWO_TO_32) * 1000 + word(26) / 1e6,
  };
}

function pick(look: () => Stats): FileStatus | null {
  try {
    const { mode, size, ino: inode, ctimeMs } = look();
    return { mode, size, inode, ctimeMs };
  } catch {
    return null;
  }
}
