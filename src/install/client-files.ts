// The client's settings scopes, the folders that belong to them, and reading and writing files there.
import { accessSync, constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Environment } from "../config/environment.ts";
import { UserError } from "../text/user-error.ts";

export const SCOPES = ["user", "project", "local"] as const;
export type Scope = (typeof SCOPES)[number];

export function parseScope(value: string): Scope {
  const scope = SCOPES.find((name) => name === value);
  if (scope) return scope;
  throw new UserError("unknown-scope", `There is no scope "${value}".`, `Use one of: ${SCOPES.join(", ")}.`);
}

/** Modes of new files and folders: shared ones are readable by others, personal ones are private. */
export interface NewFileModes {
  file: number;
  folder: number;
}

export function newFileModes(scope: Scope): NewFileModes {
  return { file: scope === "project" ? 0o644 : 0o600, folder: scope === "user" ? 0o700 : 0o755 };
}

export function settingsPath(env: Pick<Environment, "claudeDir">, scope: Scope, projectDir: string): string {
  if (scope === "user") return `${env.claudeDir}/settings.json`;
  return `${projectDir}/.claude/${scope === "project" ? "settings.json" : "settings.local.json"}`;
}

/** Where skills and commands go. Those of the scope "local" are personal, so they do not go into the project. */
export function clientFolder(env: Pick<Environment, "claudeDir">, scope: Scope, projectDir: string): string {
  return scope === "project" ? `${projectDir}/.claude` : env.claudeDir;
}

/** Turns a file system error into one that the user can act on. */
export async function explainWriteErrors<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof UserError || !errorCode(cause).startsWith("E")) throw cause;
    const code = errorCode(cause);
    const what =
      code === "ENOENT" ? "Create its folder" : "Check the permissions and the free space of that folder";
    const hint = `${what}, then run the command again.`;
    throw new UserError("unwritable", `${path} cannot be written (${code})`, hint, { cause });
  }
}

/** `mode`: such as `constants.W_OK`. */
export function mayAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Such as `ENOENT`. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "no error code";
}

/**
 * Reads a file that may have been replaced by anything, such as a pipe that never ends. Fails with EISDIR for a folder and with
 * ENOTFILE for a pipe or a device.
 */
export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile())
      throw Object.assign(new Error(`${path} is not a regular file`), {
        code: stat.isDirectory() ? "EISDIR" : "ENOTFILE",
      });
    return await file.readFile();
  } finally {
    await file.close();
  }
}
