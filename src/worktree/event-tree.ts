// The work tree at an event, read once for all who ask.

import type { GatedEvent, HookEvent } from "../protocol/hook-event.ts";
import type { HookContext } from "../store/hook-context.ts";
import { readTreeState } from "./read-tree-state.ts";
import { readUnlessSlow } from "./slow-git.ts";
import type { TreeState } from "./tree-state.ts";

type TreeContext = Pick<HookContext<GatedEvent>, "event" | "env" | "now">;
/** By event, then by folder. */
type TreesByEvent = WeakMap<HookEvent, Map<string, Promise<TreeState>>>;

const TREE_MS = 10_000;

const plainReads: TreesByEvent = new WeakMap();
const cachedReads: TreesByEvent = new WeakMap();
const incrementalReads: TreesByEvent = new WeakMap();

/** The whole tree. */
export function readTreeOnce({ event, env }: Pick<HookContext, "event" | "env">, dir: string) {
  return once(plainReads, event, dir, () =>
    readUnlessSlow({ event, env }, () => readTreeState(dir, { env, deadlineMs: TREE_MS })),
  );
}

/**
 * To judge what the session changed. Only what it may have changed since the stop before is read where that is known:
 * changes of others may be missing.
 */
export function readTreeIncrementally(context: TreeContext, dir: string): Promise<TreeState> {
  // The whole tree is read anyway.
  if (plainReads.get(context.event)?.has(dir)) return readTreeAndCache(context, dir);
  return once(incrementalReads, context.event, dir, async () => {
    const { readIncrementalStatus } = await import("./incremental-status.ts");
    return readUnlessSlow(context, async () => {
      const state = await readIncrementalStatus(context, dir).catch(() => null);
      return state ?? readTreeAndCache(context, dir);
    });
  });
}

/** The whole tree, for a decision that changes of others may affect. The next stop may start from it. */
export function readTreeAndCache(context: TreeContext, dir: string): Promise<TreeState> {
  return once(cachedReads, context.event, dir, async () => {
    // Calls that are written down from here on may not be in the state.
    const { size: offset } = Bun.file(context.event.transcriptPath ?? "/");
    const state = await readTreeOnce(context, dir);
    const { cacheStatus } = await import("./incremental-status.ts");
    await cacheStatus(context, dir, state, offset).catch(() => {}); // Then the next stop reads all of it again.
    return state;
  });
}

function once(
  reads: TreesByEvent,
  event: HookEvent,
  dir: string,
  read: () => Promise<TreeState>,
): Promise<TreeState> {
  const trees = reads.get(event) ?? new Map<string, Promise<TreeState>>();
  reads.set(event, trees);
  const tree = trees.get(dir) ?? read();
  trees.set(dir, tree);
  return tree;
}
