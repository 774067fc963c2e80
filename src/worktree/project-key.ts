// The identity of a project: all work trees of a repository share it, and so do all folders in them.
import { realpath } from "node:fs/promises";
import { readSmallFile } from "../platform/files.ts";
import { below, findRepository, type Repository } from "./repository.ts";

export async function projectKey(dir: string): Promise<string> {
  const shared = await commonDir(dir);
  if (shared !== null) return shared.replace(/\/\.git$/, "") || "/";
  return realpath(dir).catch(() => dir);
}

/**
 * The git common directory, with links resolved; null without a repository. A `.git` file that points at a repository
 * which does not point back is not followed: an unpacked archive must not pass for another project.
 */
export async function commonDir(dir: string): Promise<string | null> {
  const repository = await findRepository(dir);
  if (repository === null) return null;
  const { root, gitDir, commonDir: shared } = repository;
  const own = `${await resolveLinks(root)}/.git`;
  if (gitDir === `${root}/.git` && shared === gitDir) return resolveLinks(gitDir);
  return (await pointsBack(repository, own)) ? resolveLinks(shared) : own;
}

async function pointsBack({ gitDir }: Repository, own: string): Promise<boolean> {
  // A linked work tree is named in `gitdir`, a submodule's in `core.worktree`.
  const linked = await readSmallFile(`${gitDir}/gitdir`);
  if (linked.state === "read") return (await resolveLinks(below(gitDir, linked.text.trim()))) === own;
  const config = await readSmallFile(`${gitDir}/config`);
  const worktree =
    config.state === "read" ? /^\s*worktree\s*=\s*(.+?)\s*$/im.exec(config.text)?.[1] : undefined;
  return worktree !== undefined && `${await resolveLinks(below(gitDir, worktree))}/.git` === own;
}

function resolveLinks(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
