// The work tree at this event, read once for all who ask.

import type { HookEvent } from "../protocol/hook-event.ts";
import type { HookContext } from "../store/event-context.ts";
import { readTreeState } from "./read-tree-state.ts";
import type { TreeState } from "./tree-state.ts";

type Trees = Map<string, Promise<TreeState>>;
type Asking = Pick<HookContext, "event" | "env">;

const TREE_MS = 10_000;

const read = new WeakMap<HookEvent, Trees>();

export function treeOf({ event, env }: Asking, dir: string, onStart?: () => void): Promise<TreeState> {
  const trees = read.get(event) ?? new Map<string, Promise<TreeState>>();
  read.set(event, trees);
  const options = { env, deadlineMs: TREE_MS, ...(onStart ? { onStart } : {}) };
  const tree = trees.get(dir) ?? readTreeState(dir, options);
  trees.set(dir, tree);
  return tree;
}

/** Somebody has asked for it. */
export function isTreeRead(event: HookEvent, dir: string): boolean {
  return read.get(event)?.has(dir) ?? false;
}
