// One `git status`, and the content of what it names hashed by ourselves.
import { filterOverrides } from "./filter-overrides.ts";
import { listDirty } from "./list-dirty.ts";
import { lookInside } from "./look-inside.ts";
import { parseStatus } from "./parse-status.ts";
import { findRepository, type Repository } from "./repository.ts";
import { type Git, type GitOptions, runGit } from "./run-git.ts";
import { markOf, noTree, type TreeState } from "./tree-state.ts";

const STATUS = [
  ...["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all"],
  // By default it would walk history, read blobs, and start a git under the config of each submodule.
  ...["--no-ahead-behind", "--no-renames", "--ignore-submodules=dirty"],
];
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
  const filters = await filterOverrides(repository, git);
  if (!filters.ok) return noTree(at, filters.problem);
  const run = await runGit({ ...git, config: filters.config }, STATUS);
  if (!run.ok) return noTree(at, run.problem);
  const { head, branch, entries } = parseStatus(run.output);
  const inside = await lookInside(repository, entries, (nested) => readNested(nested, git, depth));
  const listed = listDirty(inside.entries, inside.states, git, head);
  if (listed === null) return noTree(at, "there was no time left to read the changed files");
  const mark = markOf(head, listed.dirty);
  return { kind: "git", head, branch, root: git.root, ...listed, mark, at, problem: inside.problem };
}

async function readNested(nested: Repository, git: Git, depth: number): Promise<TreeState | null> {
  return depth < DEEPEST ? readRepository(nested, { ...git, root: nested.root }, depth + 1) : null;
}
