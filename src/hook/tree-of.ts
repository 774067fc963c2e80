// The work tree at this event, read once for all who ask.
import { readTreeState } from "../worktree/read-tree-state.ts";
import type { TreeState } from "../worktree/tree-state.ts";
import type { HookContext } from "./context.ts";

const TREE_MS = 10_000;

const read = new WeakMap<HookContext, Map<string, Promise<TreeState>>>();

export function treeOf(context: HookContext, dir: string): Promise<TreeState> {
  const trees = read.get(context) ?? new Map<string, Promise<TreeState>>();
  read.set(context, trees);
  const tree = trees.get(dir) ?? readTreeState(dir, { env: context.env, deadlineMs: TREE_MS });
  trees.set(dir, tree);
  return tree;
}
