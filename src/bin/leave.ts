// The one exit of a hook.
import type { Wire } from "../protocol/answer.ts";

/** Leaves before the store was opened. */
export function leaveEarly(): never {
  return process.exit(0);
}

/**
 * Leaves by the system's own `_exit`: a regular exit would close SQLite, and closing the last connection checkpoints
 * and syncs to disk, which the hot path does not pay for.
 */
export async function leave(wire: Wire): Promise<never> {
  if (wire.stdout) await Bun.write(Bun.stdout, wire.stdout);
  if (wire.stderr) await Bun.write(Bun.stderr, wire.stderr);
  try {
    const { dlopen } = await import("bun:ffi");
    const library = process.platform === "darwin" ? "libSystem.dylib" : "libc.so.6";
    dlopen(library, { _exit: { args: ["int"], returns: "void" } }).symbols._exit(wire.exitCode);
  } catch {
    // Another C library: the regular exit does the same, a little slower.
  }
  return process.exit(wire.exitCode);
}
