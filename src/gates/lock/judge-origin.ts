// Decides whether a lock came with the project. Runs once per lock, so it may start git and load node:fs.
import { lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { type Environment, lockPath } from "../../config/environment.ts";
import { workTreeTop } from "../../platform/repository.ts";
import { runGit } from "../../worktree/run-git.ts";
import type { LockOrigin } from "./rows.ts";

const MAX_GIT_MS = 2000;
/** The times of files that are unpacked together differ by no more. */
const MAX_UNPACK_MS = 1000;
/** The times of a new file are equal; an unpacked file has an older modification time. */
const MAX_NEW_FILE_MS = 5;
const MAX_ENTRIES = 200;
/** Not from the archive, or written by us. */
const EXCLUDED_NAMES = new Set([".git", ".claude", "runtime"]);

/** Never throws: in doubt, a person made the lock. */
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

/** The file is in the index of its work tree, which may be a submodule. */
async function isTracked(env: Pick<Environment, "home" | "path">, path: string): Promise<boolean> {
  const root = workTreeTop(dirname(path));
  if (root === null) return false;
  const name = path.slice(root === "/" ? 1 : root.length + 1);
  // The file system may ignore case.
  const specs = [`:(top,literal)${name}`, `:(top,icase)${name}`];
  const until = performance.now() + MAX_GIT_MS;
  const listed = await runGit({ root, env, until }, ["ls-files", "-z", "--", ...specs]);
  return listed.ok && listed.value.length > 0;
}

/**
 * Most files around the lock were created at the same time, and either the lock has an older modification time or others were
 * created after it. A file that a person makes, even in a new folder, is the newest one and has equal times.
 */
function wasUnpacked(folder: string, lock: Stats): boolean {
  const around = [folder, `${folder}/.claude`].flatMap(statusesIn);
  const together = around.filter(({ ctimeMs }) => Math.abs(ctimeMs - lock.ctimeMs) <= MAX_UNPACK_MS);
  if (together.length === 0 || together.length * 2 < around.length) return false;
  if (lock.ctimeMs - lock.mtimeMs > MAX_NEW_FILE_MS) return true;
  return together.length > 1 && together.some(({ ctimeMs }) => ctimeMs > lock.ctimeMs);
}

function statusesIn(dir: string): Stats[] {
  try {
    return readdirSync(dir)
      .filter((name) => !EXCLUDED_NAMES.has(name))
      .slice(0, MAX_ENTRIES)
      .flatMap((name) => lstatSync(`${dir}/${name}`, { throwIfNoEntry: false }) ?? []);
  } catch {
    return []; // Missing or not readable.
  }
}
