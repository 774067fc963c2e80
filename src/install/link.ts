// The link `~/.local/bin/holdfast`, so that a person can type the bare name, and the folders that install makes.
import { access, chmod, lstat, mkdir, readlink, rmdir, symlink, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { type Environment, executablePath } from "../config/environment.ts";

/** "foreign": something else is there and is left alone. */
export type LinkState = "absent" | "present" | "foreign";

export const linkPath = (env: Pick<Environment, "home">) => `${env.home}/.local/bin/holdfast`;

export async function linkState(env: Environment): Promise<LinkState> {
  if (env.home === "") return "foreign"; // Without a home there is no place for it.
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

/** True when our link was there. */
export async function removeLink(env: Environment): Promise<boolean> {
  if ((await linkState(env)) !== "present") return false;
  await unlink(linkPath(env));
  return true;
}

export function isOnPath(env: Environment): boolean {
  return env.path.split(":").includes(dirname(linkPath(env)));
}

/** The folder and its ancestors as far as they do not exist, outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? [] : [...(await missingFolders(dirname(path))), path];
}

/** mkdir -p with a mode that does not depend on the umask. */
export async function makeFolders(path: string, mode: number): Promise<void> {
  const missing = await missingFolders(path);
  await mkdir(path, { recursive: true });
  for (const folder of missing) await chmod(folder, mode);
}

/** Removes those that are empty, innermost first. */
export async function removeEmptyFolders(folders: string[]): Promise<void> {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    await rmdir(folder).catch(() => {}); // Not empty, or gone already: both are fine.
  }
}
