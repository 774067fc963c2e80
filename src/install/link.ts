// The link `~/.local/bin/holdfast`, so that a person can type the bare name.
import { lstat, readlink, symlink, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { Environment } from "../config/environment.ts";
import { executablePath } from "../config/paths.ts";
import { makeFolders } from "./folders.ts";

/** "foreign": something else stands there and is left alone. */
export type LinkState = "absent" | "present" | "foreign";

export const linkPath = (env: Pick<Environment, "home">) => `${env.home}/.local/bin/holdfast`;

export async function linkState(env: Environment): Promise<LinkState> {
  if (env.home === "") return "foreign"; // Without a home there is no place to offer.
  const found = await lstat(linkPath(env)).catch(() => null);
  if (!found) return "absent";
  return found.isSymbolicLink() && (await readlink(linkPath(env))) === executablePath(env)
    ? "present"
    : "foreign";
}

export async function makeLink(env: Environment): Promise<void> {
  await makeFolders(dirname(linkPath(env)), 0o755);
  await symlink(executablePath(env), linkPath(env));
}

/** True when a link of ours was there. */
export async function removeLink(env: Environment): Promise<boolean> {
  if ((await linkState(env)) !== "present") return false;
  await unlink(linkPath(env));
  return true;
}

export function isOnPath(env: Environment): boolean {
  return env.path.split(":").includes(dirname(linkPath(env)));
}
