// The one exit of a hook.
import type { Wire } from "../protocol/answer.ts";
import { libc } from "../system/libc.ts";

/** A regular exit would close SQLite, and closing the last connection checkpoints and syncs to disk. */
export async function leave(wire: Wire): Promise<never> {
  if (wire.stdout) await Bun.write(Bun.stdout, wire.stdout);
  if (wire.stderr) await Bun.write(Bun.stderr, wire.stderr);
  libc()?._exit(wire.exitCode);
  return process.exit(wire.exitCode);
}
