// Installs the program at a stable path, which the settings name, and the link `~/.local/bin/holdfast`, so that a person can
// type the bare name.
import { createReadStream, existsSync } from "node:fs";
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
} from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Environment, executablePath } from "../config/environment.ts";
import { draftPathFor, ensurePrivateFolder } from "../platform/atomic-file.ts";
import { executableName, IS_WINDOWS, isCompiled, pathSeparator, withSlashes } from "../platform/system.ts";
import { UserError } from "../text/user-error.ts";

/** The program to install: this one if compiled, otherwise the last build. */
export async function findExecutable(): Promise<string> {
  if (isCompiled()) return process.execPath;
  const built = resolve(import.meta.dir, `../../dist/${executableName()}`);
  if (await Bun.file(built).exists()) return built;
  throw new UserError("not-built", `There is no executable at ${built}.`, "Build it first: npm run build");
}

export async function isSameExecutable(source: string, target: string): Promise<boolean> {
  const [from, to] = await Promise.all([stat(source), stat(target).catch(() => null)]);
  if (!to || (to.mode & 0o111) === 0) return false;
  if (from.dev === to.dev && from.ino === to.ino) return true;
  return from.size === to.size && (await hashFile(source)) === (await hashFile(target));
}

/** Uses a rename, so that a running program keeps its file and no call finds an incomplete one. */
export async function placeExecutable(source: string, target: string): Promise<void> {
  ensurePrivateFolder(dirname(target));
  const temporary = draftPathFor(target);
  try {
    if (!(await tryHardLink(source, temporary, `${dirname(dirname(target))}/cache/`))) {
      await copyFile(source, temporary);
      await chmod(temporary, 0o755);
    }
    const file = await open(temporary, "r");
    await file.sync();
    await file.close();
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Makes a hard link, so that a hundred megabytes are not stored twice. Only for files of npm or our launcher, which replace
 * files and never write into them. False when it was not linked.
 */
async function tryHardLink(source: string, path: string, cache: string): Promise<boolean> {
  if (
    !source.startsWith(cache) &&
    !/\/node_modules\/(?:@[^/]+\/)?holdfast-[^/]+\/bin\/holdfast(?:\.exe)?$/.test(withSlashes(source))
  )
    return false;
  return link(source, path).then(
    () => true,
    () => false, // Another disk, or a file of another user.
  );
}

async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of createReadStream(path)) hasher.update(chunk);
  return hasher.digest("hex");
}

/** "foreign": something else exists at the path and is left alone. */
export type LinkState = "absent" | "present" | "foreign";

export const linkPath = (env: Pick<Environment, "home">) => `${env.home}/.local/bin/holdfast`;

export async function readLinkState(env: Environment): Promise<LinkState> {
  // Without a home folder there is no path for the link, and Windows lets few users make one.
  if (env.home === "" || IS_WINDOWS) return "foreign";
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

export async function removeLink(env: Environment): Promise<void> {
  if ((await readLinkState(env)) === "present") await unlink(linkPath(env));
}

export function isOnPath(env: Environment): boolean {
  return env.path.split(pathSeparator()).includes(dirname(linkPath(env)));
}

/** The folder and its ancestors that do not exist, outermost first. */
export function findMissingFolders(path: string): string[] {
  return existsSync(path) || dirname(path) === path ? [] : [...findMissingFolders(dirname(path)), path];
}

/** mkdir -p with a mode that does not depend on the umask. */
export async function makeFolders(path: string, mode: number): Promise<void> {
  const missing = findMissingFolders(path);
  await mkdir(path, { recursive: true });
  for (const folder of missing) await chmod(folder, mode);
}

/** Removes the folders that are empty, innermost first. */
export async function removeEmptyFolders(folders: string[]): Promise<void> {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    await rmdir(folder).catch(() => {}); // Not empty, or already gone.
  }
}
