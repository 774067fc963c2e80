// The store for a command that only reads. Where it cannot be written (a read-only disk, a sandbox), SQLite cannot even open
// it: such a command reads a copy of its own. Another user's store cannot be read at all, as its files are private.

import { accessSync, chmodSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { databasePath, type Environment } from "../config/environment.ts";
import { errorCode } from "../install/client-files.ts";
import { memoryPath, type Store } from "../store/open.ts";
import { UserError } from "../text/user-error.ts";
import type { Context } from "./command.ts";
import { withStore } from "./target.ts";

export async function withStoreToRead<T>(
  { env, out }: Context,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  const path = databasePath(env);
  const files = [path, memoryPath(path)].filter((file) => existsSync(file));
  if (files.length === 0 || [env.holdfastHome, ...files].every(isWritable)) return withStore(env, use);
  const holdfastHome = makeTempFolder(env);
  try {
    for (const file of files.flatMap((each) => [each, `${each}-wal`]))
      if (existsSync(file)) copyInto(holdfastHome, file);
    out.error(out.style.yellow(`${env.holdfastHome} cannot be written, so a copy is read.`));
    return await withStore({ holdfastHome }, use);
  } finally {
    rmSync(holdfastHome, { recursive: true, force: true });
  }
}

function makeTempFolder({ holdfastHome, tempDir }: Environment): string {
  return orExplain(
    () => mkdtempSync(`${tempDir}/holdfast-read-`),
    `${holdfastHome} cannot be written, and no copy can be made in ${tempDir}`,
    "Set TMPDIR to a folder that you can write, or HOLDFAST_HOME to a home of your own.",
  );
}

function copyInto(folder: string, file: string): void {
  const copy = `${folder}/${basename(file)}`;
  orExplain(
    () => {
      copyFileSync(file, copy);
      chmodSync(copy, 0o600);
    },
    `${file} can neither be written nor copied to ${folder}`,
    "If it is yours, make it readable again (chmod 600); if it is another user's, set HOLDFAST_HOME to your own; if a disk is full, set TMPDIR to another.",
  );
}

function orExplain<T>(act: () => T, message: string, hint: string): T {
  try {
    return act();
  } catch (cause) {
    throw new UserError("cannot-copy", `${message} (${errorCode(cause)})`, hint, { cause });
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
