// The few calls of the system that Bun and Node offer only at a price on the hook path: a stream for stdin, a pool of
// threads for reading a file, an exit that closes SQLite first, node:fs for whether a path is a link.
import { dlopen } from "bun:ffi";
import { oneInProcess } from "./one-in-process.ts";

/** The name it mostly has; where it has another, opening it fails. */
export const LIBC = process.platform === "darwin" ? "libSystem.dylib" : "libc.so.6";

interface Libc {
  poll(entries: Uint8Array, count: number, waitMs: number): number;
  read(descriptor: number, buffer: Uint8Array, bytes: number): number;
  access(path: Uint8Array, mode: number): number;
  open(path: Uint8Array, flags: number): number;
  pread(descriptor: number, buffer: Uint8Array, bytes: number, from: number): number;
  close(descriptor: number): number;
  write(descriptor: number, bytes: Uint8Array, count: number): number;
  readlink(path: Uint8Array, buffer: Uint8Array, bytes: number): number;
  _exit(code: number): void;
}

/** null on a C library of another name: whoever asks has a portable way, a little slower. */
export function libc(): Libc | null {
  return oneInProcess("libc", openLibc);
}

function openLibc(): Libc | null {
  try {
    // Lengths stay far below 4 GiB; the system's own, wider types take them as they are.
    return dlopen(LIBC, {
      poll: { args: ["ptr", "u32", "int"], returns: "int" },
      read: { args: ["int", "ptr", "u32"], returns: "int" },
      access: { args: ["ptr", "int"], returns: "int" },
      open: { args: ["ptr", "int"], returns: "int" },
      pread: { args: ["int", "ptr", "u32", "i64"], returns: "int" },
      close: { args: ["int"], returns: "int" },
      write: { args: ["int", "ptr", "u32"], returns: "int" },
      readlink: { args: ["ptr", "ptr", "u32"], returns: "int" },
      _exit: { args: ["int"], returns: "void" },
    }).symbols as unknown as Libc;
  } catch {
    return null;
  }
}

export function pathBytes(path: string): Uint8Array {
  return new TextEncoder().encode(`${path}\0`);
}
