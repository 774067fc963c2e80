// The client's settings scopes, the folders that belong to them, and reading and writing files there.
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { Environment } from "../config/environment.ts";
import { UserError } from "../text/user-error.ts";

export const SCOPES = ["user", "project", "local"] as const;
export type Scope = (typeof SCOPES)[number];

export function parseScope(value: string | undefined): Scope {
  const scope = SCOPES.find((name) => name === (value ?? "user"));
  if (scope) return scope;
  throw new UserError("unknown-scope", `There is no scope "${value}".`, `Use one of: ${SCOPES.join(", ")}.`);
}

/** What others read through the project is readable, what is personal is private. */
export interface FreshModes {
  file: number;
  folder: number;
}

export function freshModes(scope: Scope): FreshModes {
  return { file: scope === "project" ? 0o644 : 0o600, folder: scope === "user" ? 0o700 : 0o755 };
}

export function settingsPath(env: Pick<Environment, "claudeDir">, scope: Scope, projectDir: string): string {
  if (scope === "user") return `${env.claudeDir}/settings.json`;
  return `${projectDir}/.claude/${scope === "project" ? "settings.json" : "settings.local.json"}`;
}

/** Where skills and commands go. Local is personal: in the project they would show up in everybody's git status. */
export function clientFolder(env: Pick<Environment, "claudeDir">, scope: Scope, projectDir: string): string {
  return scope === "project" ? `${projectDir}/.claude` : env.claudeDir;
}

/** Turns an error of the file system into one that the user can act on. */
export async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof UserError || !errorCode(cause).startsWith("E")) throw cause;
    const code = errorCode(cause);
    throw new UserError("unwritable", `${path} cannot be written (${code})`, hintFor(code), { cause });
  }
}

function hintFor(code: string): string {
  return code === "ENOENT"
    ? "Create its folder, then run the command again."
    : "Check the permissions and the free space of that folder, then run the command again.";
}

/** `ENOENT` and its kin; other errors have none. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "no error code";
}

/**
 * A file whole that a person may have put anything in place of: a pipe would never end. Fails with EISDIR for a folder,
 * with ENOTFILE for a pipe or a device.
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
