// The only file with FFI: system calls that cost a hook too much through Bun or Node (a stream for stdin, a thread pool to read
// a file, an exit that closes SQLite first, node:fs to see whether a path is a link). Each group is opened on first use; null
// means another C library or system, and every caller has a portable fallback.

import { dlopen, type FFIFunction, type Pointer } from "bun:ffi";
import { IS_WINDOWS } from "./system.ts";

const IS_LINUX = process.platform === "linux";
const LIBRARIES = IS_WINDOWS
  ? []
  : IS_LINUX
    ? ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`]
    : ["libSystem.dylib"];

// Lengths are u32: they stay far below 4 GiB, and the system's wider types accept them.
export const libc = openOnce({
  poll: { args: ["ptr", "u32", "int"], returns: "int" },
  read: { args: ["int", "ptr", "u32"], returns: "int" },
  access: { args: ["ptr", "int"], returns: "int" },
  open: { args: ["ptr", "int"], returns: "int" },
  pread: { args: ["int", "ptr", "u32", "i64"], returns: "int" },
  close: { args: ["int"], returns: "int" },
  write: { args: ["int", "ptr", "u32"], returns: "int" },
  readlink: { args: ["ptr", "ptr", "u32"], returns: "int" },
  isatty: { args: ["int"], returns: "int" },
  _exit: { args: ["int"], returns: "void" },
});

const REPLACE = {
  /** Creates a private file under an unused name, and writes that name into the template. */
  mkstemps: { args: ["ptr", "int"], returns: "int" },
  rename: { args: ["ptr", "ptr"], returns: "int" },
  unlink: { args: ["ptr"], returns: "int" },
} as const;
const REPLACE_ON_LINUX = {
  ...REPLACE,
  renameat2: { args: ["int", "ptr", "int", "ptr", "u32"], returns: "int" },
} as const;

/** Other systems lack `renameat2`. */
export const replaceCalls = openOnce(IS_LINUX ? REPLACE_ON_LINUX : (REPLACE as typeof REPLACE_ON_LINUX));

/** null, or the address of the second argument, which then holds the path. */
export const linkCalls = openOnce({ realpath: { args: ["ptr", "ptr"], returns: "ptr" } });

export const statCalls = openOnce(
  { statx: { args: ["int", "ptr", "int", "u32", "ptr"], returns: "int" } },
  IS_LINUX,
);

export const pipeCalls = openOnce({ pipe2: { args: ["ptr", "int"], returns: "int" } }, IS_LINUX);

export const sessionCalls = openOnce({ getsid: { args: ["int"], returns: "int" } });

export const signalCalls = openOnce({
  pipe: { args: ["ptr"], returns: "int" },
  dup: { args: ["int"], returns: "int" },
  dup2: { args: ["int", "int"], returns: "int" },
  signal: { args: ["int", "ptr"], returns: "ptr" },
  close: { args: ["int"], returns: "int" },
});

/** Handlers for `signal`. */
export const SIG_IGN = 1 as Pointer;
export function addressOf(call: unknown): Pointer {
  return (call as { ptr: Pointer }).ptr;
}

/** How this process ends. */
export const shutdown: {
  /** `_exit` is about to be called, and results of commands no longer matter. */
  inProgress: boolean;
  /** Describes the hook for the watchdog; null when there is nothing to watch, as in a command. */
  watched: (() => WatchedHook) | null;
  /** Called before the answer is written: the watchdog does nothing from then on. */
  disarm: () => void;
} = { inProgress: false, watched: null, disarm() {} };

export interface WatchedHook {
  holdfastHome: string;
  tempDir: string;
  event: string | null;
  sessionId: string | null;
  /** Time left until the deadline; null without one. */
  leftMs: number | null;
}

export function isTerminal(file: number): boolean {
  const system = libc();
  return system ? system.isatty(file) === 1 : process.getBuiltinModule("node:tty").isatty(file);
}

/** With a zero at the end. A byte that is not UTF-8 stands in the text as a lone surrogate, U+DC80 to U+DCFF. */
export function pathBytes(path: string): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text);
  if (path.isWellFormed()) return encode(`${path}\0`);
  const parts = `${path}\0`.split(/([\uDC80-\uDCFF]+)/);
  // The low byte of each surrogate is the original byte.
  return Buffer.concat(parts.map((part, n) => (n % 2 === 0 ? encode(part) : Buffer.from(part, "latin1"))));
}

/** For calls of node:fs. */
export function nodePath(path: string): string | Buffer {
  return path.isWellFormed() ? path : Buffer.from(pathBytes(path).subarray(0, -1));
}

function openOnce<const Symbols extends Record<string, FFIFunction>>(symbols: Symbols, isAvailable = true) {
  let opened: ReturnType<typeof openLibrary<Symbols>> | undefined;
  return () => {
    if (opened === undefined) opened = isAvailable ? openLibrary(symbols) : null;
    return opened;
  };
}

function openLibrary<const Symbols extends Record<string, FFIFunction>>(symbols: Symbols) {
  for (const library of LIBRARIES) {
    try {
      return dlopen(library, symbols).symbols;
    } catch {
      // Not this C library, or an old one.
    }
  }
  return null;
}
