// A pull, a merge, a rebase or a checkout changes many files with content nobody wrote in this session.
import { type Commit, commitsBetween, compareCommits, type TreeChange } from "./git-objects.ts";
import type { Git } from "./run-git.ts";
import type { TreeState } from "./tree-state.ts";

const MOST_TIPS = 4;
/** git keeps whole seconds. */
const SECOND_MS = 1000;

/** What the commits made before the start changed; when that cannot be told, all changes count as the session's. */
export async function broughtFromElsewhere(
  start: TreeState,
  now: TreeState,
  git: Git,
): Promise<Map<string, TreeChange>[]> {
  if (start.head === now.head || now.head === null) return [];
  const commits = await commitsBetween(git, start.head, now.head);
  if (!commits.ok) return [];
  const tips = findTips(commits.value, now.head, start.at);
  const compared = await Promise.all(tips.map((tip) => compareCommits(git, start.head, tip)));
  return compared.flatMap((one) => (one.ok ? [one.value] : []));
}

/** The newest commits that were there before `since`. */
function findTips(commits: readonly Commit[], head: string, since: number): string[] {
  // Nothing new: the branch went back to an older commit.
  if (commits.length === 0) return [head];
  const old = new Set(commits.filter((one) => one.committedAt + SECOND_MS <= since).map((one) => one.id));
  const parentsOfNew = commits.filter((one) => !old.has(one.id)).flatMap((one) => one.parents);
  return [...new Set([head, ...parentsOfNew])].filter((id) => old.has(id)).slice(0, MOST_TIPS);
}
