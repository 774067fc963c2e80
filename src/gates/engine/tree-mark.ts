// Reading the tree is slow. The first block after a prompt does not need it: its situation is new anyway, so it gets a mark
// made of the time. A later stop gets the same mark if nothing has changed since that time, otherwise the tree's fingerprint.

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
