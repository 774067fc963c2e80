// The one exit of a hook.

import { libc } from "../platform/libc.ts";
import type { Wire } from "../protocol/answer.ts";

const STDOUT = 1;
const STDERR = 2;

/** A regular exit would close SQLite, and closing the last connection checkpoints and syncs to disk. */
export async function leave(wire: Wire): Promise<never> {
  if (wire.stdout) await say(STDOUT, wire.stdout);
  if (wire.stderr) await say(STDERR, wire.stderr);
  libc()?._exit(wire.exitCode);
  return process.exit(wire.exitCode);
}

/** By the system's own call; what a full pipe does not take at once waits for its turn. */
async function say(descriptor: typeof STDOUT | typeof STDERR, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const written = libc()?.write(descriptor, bytes, bytes.length) ?? 0;
  if (written === bytes.length) return;
  const rest = written > 0 ? bytes.subarray(written) : bytes;
  await Bun.write(descriptor === STDOUT ? Bun.stdout : Bun.stderr, rest);
}
