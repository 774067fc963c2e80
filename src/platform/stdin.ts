import { libc } from "./libc.ts";

const READABLE = 1;

/** Bytes read into the buffer; 0 at the end, "late" when none came in time, "again" after a signal or a failure. */
export type StdinRead = number | "late" | "again";

/** null where stdin has to be read as a stream. */
export function stdinReader(): ((buffer: Uint8Array, waitMs: number) => StdinRead) | null {
  const system = libc();
  if (!system) return null;
  return (buffer, waitMs) => {
    // struct pollfd: the descriptor (stdin is 0) in four bytes, what is waited for in two, what has come in two.
    const ready = system.poll(new Uint8Array([0, 0, 0, 0, READABLE, 0, 0, 0]), 1, waitMs);
    if (ready === 0) return "late";
    const bytes = ready < 0 ? ready : system.read(0, buffer, buffer.length);
    return bytes < 0 ? "again" : bytes;
  };
}
