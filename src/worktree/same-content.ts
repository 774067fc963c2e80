// Finds the fingerprints under which the content of a work tree is also known: a commit changes HEAD, but not the content.
import { compareCommits } from "./git-objects.ts";
import { byPath } from "./git-status.ts";
import { type GitOptions, openGit, runGit } from "./run-git.ts";
import { DELETED, type DirtyFile, differsFromCommit, type TreeState, treeFingerprint } from "./tree-state.ts";

const MAX_EARLIER_HEADS = 40;
const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** This state, and those with the same content for each earlier position of HEAD. */
export async function sameContentBefore(state: TreeState, options: GitOptions): Promise<TreeState[]> {
  const { root, head } = state;
  if (root === null || head === null || (state.truncated && state.dirty.length === 0)) return [state];
  const git = openGit(root, options);
  const lists = await Promise.all([
    runGit(git, ["rev-list", "--walk-reflogs", `--max-count=${MAX_EARLIER_HEADS}`, "HEAD"]),
    runGit(git, ["rev-list", `--max-count=${MAX_EARLIER_HEADS}`, "HEAD"]),
  ]);
  const heads = lists.flatMap((run) => (run.ok ? new TextDecoder().decode(run.value).split("\n") : []));
  const others = new Set(heads.filter((id) => COMMIT_ID.test(id) && id !== head));
  const states = [state];
  for (const before of [...others, null]) {
    const changes = await compareCommits(git, before, head);
    if (!changes.ok) continue;
    const dirty = new Map<string, DirtyFile>();
    for (const [path, { before: committed, after }] of changes.value)
      dirty.set(path, { path, status: "", content: after ?? DELETED, committed });
    for (const file of state.dirty) {
      const change = changes.value.get(file.path);
      dirty.set(file.path, { ...file, committed: change ? change.before : file.committed });
    }
    const different = [...dirty.values()].filter(differsFromCommit).toSorted(byPath);
    states.push({
      ...state,
      head: before,
      dirty: different,
      fingerprint: treeFingerprint(before, different),
    });
  }
  return states;
}
