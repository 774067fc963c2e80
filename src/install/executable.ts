// The program at its stable path, which settings name and upgrades replace, and the link `~/.local/bin/holdfast`, so that a
// person can type the bare name.
import { createReadStream } from "node:fs";
import {
  access,
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
import { UserError } from "../text/user-error.ts";

/** The program that should be installed: this one when compiled, else the last build. */
export async function findExecutable(): Promise<string> {
  if (Bun.main.startsWith("/$bunfs/")) return process.execPath;
  const built = resolve(import.meta.dir, "../../dist/holdfast");
  if (await Bun.file(built).exists()) return built;
  throw new UserError("not-built", `There is no executable at ${built}.`, "Build it first: npm run build");
}

export async function isSameExecutable(source: string, target: string): Promise<boolean> {
  const [from, to] = await Promise.all([stat(source), stat(target).catch(() => null)]);
  if (!to || (to.mode & 0o111) === 0) return false;
  if (from.dev === to.dev && from.ino === to.ino) return true;
  return from.size === to.size && (await hashFile(source)) === (await hashFile(target));
}

/** A rename, so a running old program keeps its file and no call ever finds a part of the new one. */
export async function placeExecutable(source: string, target: string): Promise<void> {
  ensurePrivateFolder(dirname(target));
  const temporary = draftPathFor(target);
  try {
    if (!(await isLinked(source, temporary, `${dirname(dirname(target))}/cache/`))) {
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
 * A second name for the same file, so that a hundred megabytes are not kept twice. Only for what npm or our launcher put
 * there: they replace a file and never write into it.
 */
async function isLinked(source: string, path: string, cache: string): Promise<boolean> {
  if (!source.startsWith(cache) && !/\/node_modules\/holdfast-[^/]+\/bin\/holdfast$/.test(source))
    return false;
  return link(source, path).then(
    () => true,
    () => false, // Another disk, or somebody else's file.
  );
}

async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of createReadStream(path)) hasher.update(chunk);
  return hasher.digest("hex");
}

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
