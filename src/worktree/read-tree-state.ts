// One `git status`, and the content of what it names hashed by ourselves.
import { listDirty } from "./dirty-files.ts";
import { readStatus } from "./git-status.ts";
import { lookInside } from "./nested-repositories.ts";
import { findRepository, type Repository } from "./repository.ts";
import type { Git, GitOptions } from "./run-git.ts";
import { markOf, noTree, type TreeState } from "./tree-state.ts";

/** Repositories within repositories that are looked into. */
const DEEPEST = 2;

/** Never throws. `dir` is absolute and may lie anywhere in the work tree; the state is that of all of it. */
export async function readTreeState(
  dir: string,
  { env, deadlineMs, onStart }: GitOptions,
): Promise<TreeState> {
  const at = Date.now();
  try {
    const repository = await findRepository(dir);
    if (repository === null) return noTree(at, null);
    const until = performance.now() + deadlineMs;
    const git: Git = { root: repository.root, env, until, ...(onStart ? { onStart } : {}) };
    return await readRepository(repository, git, 0);
  } catch (error) {
    return noTree(at, error instanceof Error ? error.message : String(error));
  }
}

async function readRepository(repository: Repository, git: Git, depth: number): Promise<TreeState> {
  const at = Date.now();
  const read = await readStatus(repository, git);
  if (!read.ok) return noTree(at, read.problem);
  const { head, branch, entries } = read.status;
  const inside = await lookInside(repository, entries, (nested) => readNested(nested, git, depth));
  const listed = listDirty(inside.entries, inside.states, git, head);
  if (listed === null) return noTree(at, "there was no time left to read the changed files");
  const mark = markOf(head, listed.dirty);
  return { kind: "git", head, branch, root: git.root, ...listed, mark, at, problem: inside.problem };
}

async function readNested(nested: Repository, git: Git, depth: number): Promise<TreeState | null> {
  return depth < DEEPEST ? readRepository(nested, { ...git, root: nested.root }, depth + 1) : null;
}
