// The store for a command that only reads. Where it cannot be written (another user's, a read-only disk), SQLite cannot
// even open it as it is: such a command reads a copy of its own, which goes with it.
import { accessSync, chmodSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { databasePath } from "../config/paths.ts";
import { memoryPath, type Store } from "../store/open.ts";
import type { Invocation } from "./command.ts";
import { withStore } from "./with-store.ts";

export async function withStoreToRead<T>(
  { env, out }: Pick<Invocation, "env" | "out">,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  const path = databasePath(env);
  const files = [path, memoryPath(path)].filter((file) => existsSync(file));
  if (files.length === 0 || [dirname(path), ...files].every(isWritable)) return withStore(env, use);
  const holdfastHome = mkdtempSync(join(tmpdir(), "holdfast-read-"));
  try {
    for (const file of files.flatMap((each) => [each, `${each}-wal`])) {
      if (!existsSync(file)) continue;
      const copy = join(holdfastHome, basename(file));
      copyFileSync(file, copy);
      chmodSync(copy, 0o600);
    }
    out.error(out.style.yellow(`${dirname(path)} cannot be written: this is read from a copy.`));
    return await withStore({ holdfastHome }, use);
  } finally {
    rmSync(holdfastHome, { recursive: true, force: true });
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false; // Whatever the reason, it cannot be opened as usual.
  }
}
