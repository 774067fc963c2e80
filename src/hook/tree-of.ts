// The work tree at this event, read once for all who ask.
import type { GatedEvent } from "../protocol/hook-event.ts";
import { flowFilePath } from "../state/flow-file.ts";
import { readStateFile } from "../state/read-state-file.ts";
import { sessionStateDir } from "../state/state-dir.ts";
import type { TreeState } from "../worktree/tree-state.ts";
import type { HookContext } from "./context.ts";

const TREE_MS = 10_000;

const read = new WeakMap<HookContext, Map<string, Promise<TreeState>>>();

export function treeOf(context: HookContext, dir: string): Promise<TreeState> {
  const trees = read.get(context) ?? new Map<string, Promise<TreeState>>();
  read.set(context, trees);
  const known = trees.get(dir);
  if (known) return known;
  const tree = import("../worktree/read-tree-state.ts").then(({ readTreeState }) =>
    readTreeState(dir, { env: context.env, deadlineMs: TREE_MS }),
  );
  trees.set(dir, tree);
  return tree;
}

/** Git takes as long as opening the store: where a flow will ask for the tree, both go on at once. */
export async function expectTree(context: HookContext<GatedEvent>): Promise<void> {
  const { event, env, projectDir } = context;
  const folder = sessionStateDir(`${env.holdfastHome}/state`, event.sessionId);
  if (event.name !== "Stop" || folder === null || projectDir === null) return;
  const file = await readStateFile(flowFilePath(folder));
  if (file.state === "read" && file.fields.status === "active") void treeOf(context, projectDir);
}
