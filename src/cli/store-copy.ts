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

/** Whether our folder can be written. An agent's sandbox may forbid it to the commands of the agent. */
function canRecord(env: Pick<Environment, "holdfastHome">): boolean {
  const path = databasePath(env);
  const files = [env.holdfastHome, path, memoryPath(path)].filter((file) => existsSync(file));
  return files.every((file) => mayAccess(file, constants.W_OK));
}

/** For commands of an agent that would otherwise do their work without a record of it. */
export function requireRecord(env: Pick<Environment, "holdfastHome" | "insideAgent">): void {
  if (!env.insideAgent || canRecord(env)) return;
  throw new UserError(
    "cannot-record",
    `nothing was done, because it cannot be recorded: ${env.holdfastHome} is not writable here`,
    "The sandbox of the agent may forbid it. Ask the user to run the command, or to let the sandbox write to that folder.",
  );
}

export async function withStoreToRead<T>(
  { env, out }: Context,
  use: (store: Store) => T | Promise<T>,
): Promise<T> {
  const path = databasePath(env);
  const files = [path, memoryPath(path)].filter((file) => existsSync(file));
  if (files.length === 0 || canRecord(env)) return withStore(env, use);
  let copy: string | null = null;
  try {
    copy = mkdtempSync(`${env.tempDir}/holdfast-read-`);
    for (const file of files.flatMap((each) => [each, `${each}-wal`]))
      if (existsSync(file)) {
        copyFileSync(file, `${copy}/${basename(file)}`);
        chmodSync(`${copy}/${basename(file)}`, 0o600);
      }
  } catch (cause) {
    if (copy !== null) rmSync(copy, { recursive: true, force: true });
    throw cannotCopy(env, cause);
  }
  try {
    out.error(out.style.yellow(`${env.holdfastHome} is not writable; reading a copy.`));
    return await withStore({ holdfastHome: copy }, use);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function cannotCopy({ holdfastHome, tempDir }: Environment, cause: unknown): UserError {
  return new UserError(
    "cannot-copy",
    `${holdfastHome} is not writable, and cannot be copied to ${tempDir} (${errorCode(cause)})`,
    "Set TMPDIR to a writable folder with free space. If its files are yours, make them readable again (chmod 600); if they are another user's, set HOLDFAST_HOME to your own.",
    { cause },
  );
}
