// The first stop that is held after a prompt is in a situation that was not met before, whatever the work tree looks
// like: git is not asked. What the tree was then is told later, when it matters, by whether anything moved since.

import type { TreeState } from "../../worktree/tree-state.ts";
import type { StopContext } from "./stop-context.ts";

type Moment = Pick<StopContext, "budget" | "env" | "now">;

/** The mark of a tree that nobody looked at; null when it has to be looked at. */
export function unseenMark({ budget, now }: Moment): string | null {
  return budget === null || budget.situations === "{}" ? markAt(now) : null;
}

/** The mark of a tree by which it can be compared with the one that was not looked at. */
export async function comparableMark({ budget, env }: Moment, tree: TreeState): Promise<string> {
  const moment = budget?.first_block_at ?? null;
  if (moment === null) return tree.fingerprint;
  // One that cannot be seen now is not told apart either.
  if (tree.root === null) return markAt(moment);
  const { hasChangedSince } = await import("../../worktree/changed-since.ts");
  return (await hasChangedSince(tree, tree.root, moment, env)) ? tree.fingerprint : markAt(moment);
}

function markAt(moment: number): string {
  return `as of ${moment}`;
}
