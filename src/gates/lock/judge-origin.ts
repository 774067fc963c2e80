// Decides whether a lock came with the repository. Runs once per lock, when it is first seen, so it may start git.
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { type Environment, lockPath } from "../../config/environment.ts";
import { workTreeTop } from "../../platform/repository.ts";
import { runGit } from "../../worktree/run-git.ts";
import type { LockOrigin } from "./rows.ts";

const MAX_GIT_MS = 2000;

/** Never throws: in doubt, a person made the lock. */
export async function judgeOrigin(
  env: Pick<Environment, "home" | "path">,
  folder: string,
): Promise<LockOrigin> {
  try {
    return (await isInHead(env, realpathSync(lockPath(folder)))) ? "repository" : "person";
  } catch {
    return "person";
  }
}

/** The file is part of the last commit of its work tree, which may be a submodule. */
async function isInHead(env: Pick<Environment, "home" | "path">, path: string): Promise<boolean> {
  const root = workTreeTop(dirname(path));
  if (root === null) return false;
  const name = path.slice(root === "/" ? 1 : root.length + 1);
  const place = { root, env, until: performance.now() + MAX_GIT_MS };
  // The file system may ignore case.
  const alike = await runGit(place, ["ls-files", "-z", "--", `:(top,icase)${name}`]);
  const names = [name, ...(alike.ok ? alike.value.toString().split("\0").filter(Boolean) : [])];
  const listed = await runGit(place, ["ls-tree", "-z", "--full-tree", "--name-only", "HEAD", "--", ...names]);
  return listed.ok && listed.value.length > 0;
}
