// The store for commands that only read. SQLite cannot open it where it is not writable (a read-only disk, a sandbox), so
// such a command reads a copy. Another user's store cannot be read at all, because its files are private.

import { chmodSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { databasePath, type Environment } from "../config/environment.ts";
import { errorCode, mayAccess } from "../install/client-files.ts";
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
  const isWritable = [env.holdfastHome, ...files].every((file) => mayAccess(file, constants.W_OK));
  if (files.length === 0 || isWritable) return withStore(env, use);
  const holdfastHome = makeTempFolder(env);
  try {
    for (const file of files.flatMap((each) => [each, `${each}-wal`]))
      if (existsSync(file)) copyInto(holdfastHome, file);
    out.error(out.style.yellow(`${env.holdfastHome} is not writable; reading a copy.`));
    return await withStore({ holdfastHome }, use);
  } finally {
    rmSync(holdfastHome, { recursive: true, force: true });
  }
}

function makeTempFolder({ holdfastHome, tempDir }: Environment): string {
  return orExplain(
    () => mkdtempSync(`${tempDir}/holdfast-read-`),
    `${holdfastHome} is not writable, and cannot be copied to ${tempDir}`,
    "Set TMPDIR to a writable folder, or HOLDFAST_HOME to a folder of your own.",
  );
}

function copyInto(folder: string, file: string): void {
  const copy = `${folder}/${basename(file)}`;
  orExplain(
    () => {
      copyFileSync(file, copy);
      chmodSync(copy, 0o600);
    },
    `${file} is not writable and cannot be copied to ${folder}`,
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
