// Did a lock come with the project? Asked once for each lock, so it may start git and load node:fs.
import { lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { type Environment, lockPath } from "../../config/environment.ts";
import { fileContainsAny, pathExists, readBytes } from "../../platform/files.ts";
import { repositoryAt, workTreeTop } from "../../platform/repository.ts";
import { runGit } from "../../worktree/run-git.ts";
import type { LockOrigin } from "./rows.ts";

const FOLDS_CASE = process.platform === "darwin";
const GIT_MS = 2000;
/** Files that are unpacked together are this close to each other. */
const SAME_TIME_MS = 1000;
/** A file that somebody makes has one time; one that is unpacked gets its old one back. */
const RESTORED_MS = 5;
const MAX_LOOKED_AT = 200;
/** Not part of what was unpacked, or written by us. */
const LEFT_OUT = new Set([".git", ".claude", "runtime"]);

/** Never throws: what cannot be told is taken for a person's. */
export async function judgeOrigin(
  env: Pick<Environment, "home" | "path">,
  folder: string,
): Promise<LockOrigin> {
  try {
    const path = realpathSync(lockPath(folder));
    if (await isTracked(env, path)) return "repository";
    return wasUnpacked(folder, lstatSync(path)) ? "archive" : "person";
  } catch {
    return "person";
  }
}

/** In the index of the work tree it lies in, which may be a submodule. */
async function isTracked(env: Pick<Environment, "home" | "path">, path: string): Promise<boolean> {
  const root = workTreeTop(dirname(path));
  if (root === null || (await isNotIndexed(root))) return false;
  const name = path.slice(root === "/" ? 1 : root.length + 1);
  // A file system may not tell cases apart.
  const specs = [`:(top,literal)${name}`, `:(top,icase)${name}`];
  const until = performance.now() + GIT_MS;
  const listed = await runGit({ root, env, until }, ["ls-files", "-z", "--", ...specs]);
  return listed.ok && listed.value.length > 0;
}

/** Told by the index alone, as it can be for nearly every lock: its name is nowhere in it. */
async function isNotIndexed(root: string): Promise<boolean> {
  const repository = await repositoryAt(root);
  if (repository === null || FOLDS_CASE) return false;
  const index = `${repository.gitDir}/index`;
  if (!pathExists(index)) return true;
  const head = await readBytes(index, 0, 8);
  // Version 4 stores parts of names, and a split index has a second file.
  const isPlain = head !== null && head[7] !== undefined && head[7] < 4;
  if (!isPlain || readdirSync(repository.gitDir).some((name) => name.startsWith("sharedindex.")))
    return false;
  return fileContainsAny(index, 0, lstatSync(index).size, [".lock_active"]) === false;
}

/**
 * Most of what is around it has the same time, and it has a time from before or others came after it. A file that somebody
 * makes, even in a folder made just now, is the last one and has one time.
 */
function wasUnpacked(folder: string, lock: Stats): boolean {
  const around = [folder, `${folder}/.claude`].flatMap(statusesIn);
  const together = around.filter(({ ctimeMs }) => Math.abs(ctimeMs - lock.ctimeMs) <= SAME_TIME_MS);
  if (together.length === 0 || together.length * 2 < around.length) return false;
  if (lock.ctimeMs - lock.mtimeMs > RESTORED_MS) return true;
  return together.length > 1 && together.some(({ ctimeMs }) => ctimeMs > lock.ctimeMs);
}

function statusesIn(dir: string): Stats[] {
  try {
    return readdirSync(dir)
      .filter((name) => !LEFT_OUT.has(name))
      .slice(0, MAX_LOOKED_AT)
      .flatMap((name) => lstatSync(`${dir}/${name}`, { throwIfNoEntry: false }) ?? []);
  } catch {
    return []; // Not there, or not readable.
  }
}
