// The only file with FFI: system calls that cost a hook too much through Bun or Node (a stream for stdin, a thread pool to read
// a file, an exit that closes SQLite first, node:fs to see whether a path is a link). Each group is opened on first use; null
// means another C library or system, and every caller has a portable fallback.
import { dlopen, type FFIFunction } from "bun:ffi";

const IS_LINUX = process.platform === "linux";
const LIBRARIES = IS_LINUX
  ? ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`]
  : ["libSystem.dylib"];

interface BasicCalls {
  poll(entries: Uint8Array, count: number, waitMs: number): number;
  read(descriptor: number, buffer: Uint8Array, bytes: number): number;
  access(path: Uint8Array, mode: number): number;
  open(path: Uint8Array, flags: number): number;
  pread(descriptor: number, buffer: Uint8Array, bytes: number, from: number): number;
  close(descriptor: number): number;
  write(descriptor: number, bytes: Uint8Array, count: number): number;
  readlink(path: Uint8Array, buffer: Uint8Array, bytes: number): number;
  isatty(descriptor: number): number;
  _exit(code: number): void;
}

export interface ReplaceCalls {
  /** Creates a private file under an unused name, and writes that name into the template. */
  mkstemps(template: Uint8Array, suffixLength: number): number;
  rename(from: Uint8Array, to: Uint8Array): number;
  unlink(path: Uint8Array): number;
  /** Linux only. */
  renameat2?(fromDir: number, from: Uint8Array, toDir: number, to: Uint8Array, flags: number): number;
}

/** null, or the address of `resolved`, which then holds the path. */
type RealPath = (path: Uint8Array, resolved: Uint8Array) => number | null;
export type Statx = (
  folder: number,
  path: Uint8Array,
  flags: number,
  mask: number,
  result: Uint32Array,
) => number;
interface SignalCalls {
  pipe(ends: Int32Array): number;
  dup(descriptor: number): number;
  dup2(from: number, to: number): number;
  /** `handler`: an address, or 1 to ignore the signal. */
  signal(number: number, handler: number): unknown;
  /** Only its address is used, as a handler. */
  close: { ptr: number };
}
type MakePipe = (ends: Int32Array, flags: number) => number;

// Lengths are u32: they stay far below 4 GiB, and the system's wider types accept them.
export const libc = openOnce<BasicCalls>({
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

export const replaceCalls = openOnce<ReplaceCalls>({
  mkstemps: { args: ["ptr", "int"], returns: "int" },
  rename: { args: ["ptr", "ptr"], returns: "int" },
  unlink: { args: ["ptr"], returns: "int" },
  ...(IS_LINUX ? { renameat2: { args: ["int", "ptr", "int", "ptr", "u32"], returns: "int" } } : {}),
});

export const linkCalls = openOnce<{ realpath: RealPath }>({
  realpath: { args: ["ptr", "ptr"], returns: "ptr" },
});

export const statCalls = openOnce<{ statx: Statx }>(
  { statx: { args: ["int", "ptr", "int", "u32", "ptr"], returns: "int" } },
  IS_LINUX,
);

export const pipeCalls = openOnce<{ pipe2: MakePipe }>(
  { pipe2: { args: ["ptr", "int"], returns: "int" } },
  IS_LINUX,
);

export const sessionCalls = openOnce<{ getsid(pid: number): number }>({
  getsid: { args: ["int"], returns: "int" },
});

export const signalCalls = openOnce<SignalCalls>({
  pipe: { args: ["ptr"], returns: "int" },
  dup: { args: ["int"], returns: "int" },
  dup2: { args: ["int", "int"], returns: "int" },
  signal: { args: ["int", "ptr"], returns: "ptr" },
  close: { args: ["int"], returns: "int" },
});

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

export function pathBytes(path: string): Uint8Array {
  return new TextEncoder().encode(`${path}\0`);
}

function openOnce<Calls>(symbols: Record<string, FFIFunction>, isAvailable = true): () => Calls | null {
  let opened: Calls | null | undefined;
  return () => {
    if (opened === undefined) opened = isAvailable ? openLibrary<Calls>(symbols) : null;
    return opened;
  };
}

function openLibrary<Calls>(symbols: Record<string, FFIFunction>): Calls | null {
  for (const library of LIBRARIES) {
    try {
      return dlopen(library, symbols).symbols as Calls;
    } catch {
      // Not this C library, or an old one.
    }
  }
  return null;
}
