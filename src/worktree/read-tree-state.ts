// The state of a work tree: one `git status`, with the content of what it names hashed by ourselves.
import { describeDirtyFiles } from "./dirty-files.ts";
import { readStatus } from "./git-status.ts";
import { readNestedRepositories } from "./nested-repositories.ts";
import { findRepository, type Repository } from "./repository.ts";
import type { Git, GitOptions } from "./run-git.ts";
import { noTree, type TreeState, treeFingerprint } from "./tree-state.ts";

/** How deep repositories within repositories are read. */
const MAX_DEPTH = 2;

/** Never throws. `dir` is absolute and may be any folder of the work tree; the state is that of all of it. */
export async function readTreeState(dir: string, { env, deadlineMs }: GitOptions): Promise<TreeState> {
  const at = Date.now();
  try {
    const repository = await findRepository(dir);
    if (repository === null) return noTree(at, null);
    const git: Git = { root: repository.root, env, until: performance.now() + deadlineMs };
    return await readRepository(repository, git, 0);
  } catch (error) {
    return noTree(at, error instanceof Error ? error.message : String(error));
  }
}

async function readRepository(repository: Repository, git: Git, depth: number): Promise<TreeState> {
  const at = Date.now();
  const status = await readStatus(repository, git);
  if (!status.ok) return noTree(at, status.problem);
  const { head, branch, entries } = status.value;
  const nested = await readNestedRepositories(repository, entries, async (inner) =>
    depth < MAX_DEPTH ? readRepository(inner, { ...git, root: inner.root }, depth + 1) : null,
  );
  const described = describeDirtyFiles(nested.entries, nested.states, git, head);
  if (described === null) return noTree(at, "there was no time left to read the changed files");
  const { dirty, truncated } = described;
  const fingerprint = treeFingerprint(head, dirty);
  const { problem } = nested;
  return { kind: "git", head, branch, root: git.root, dirty, truncated, fingerprint, at, problem };
}
