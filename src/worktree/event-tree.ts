// The work tree at an event, read once for all callers. If git was slow (a huge tree, a slow disk), it would be slow at every
// stop, so it is not run again for a while.

import { readSmallFile } from "../platform/files.ts";
import type { GatedEvent, HookEvent } from "../protocol/hook-event.ts";
import type { HookContext } from "../store/hook-context.ts";
import { baselineDir } from "./baseline.ts";
import { readTreeState } from "./read-tree-state.ts";
import { noTree, type TreeState } from "./tree-state.ts";

export type TreeContext = Pick<HookContext<GatedEvent>, "event" | "env" | "now"> & {
  turn?: { opened_at: number } | null;
};
/** By event, then by folder. */
type TreesByEvent = WeakMap<HookEvent, Map<string, Promise<TreeState>>>;

const MAX_TREE_MS = 10_000;
const MIN_SLOW_MS = 5_000;
const BACK_OFF_MS = 10 * 60_000;

const plainReads: TreesByEvent = new WeakMap();
const cachedReads: TreesByEvent = new WeakMap();
const incrementalReads: TreesByEvent = new WeakMap();

/** The whole tree. */
export function readTreeOnce({ event, env }: Pick<HookContext, "event" | "env">, dir: string) {
  return once(plainReads, event, dir, () =>
    readUnlessSlow({ event, env }, () => readTreeState(dir, { env, deadlineMs: MAX_TREE_MS })),
  );
}

/**
 * For judging what the session changed. Reads only what the session may have changed since the last stop, if that is known:
 * changes by others may be missing.
 */
export function readTreeIncrementally(context: TreeContext, dir: string): Promise<TreeState> {
  // The whole tree is already being read.
  if (plainReads.get(context.event)?.has(dir)) return readTreeAndCache(context, dir);
  return once(incrementalReads, context.event, dir, async () => {
    const { readIncrementalStatus } = await import("./incremental-status.ts");
    return readUnlessSlow(context, async () => {
      const state = await readIncrementalStatus(context, dir).catch(() => null);
      return state ?? readTreeAndCache(context, dir);
    });
  });
}

/** The whole tree, for decisions that changes by others may affect. The next stop can update it incrementally. */
export function readTreeAndCache(context: TreeContext, dir: string): Promise<TreeState> {
  return once(cachedReads, context.event, dir, async () => {
    // Read first: the effects of later calls may be missing in the state.
    const { size: offset } = Bun.file(context.event.transcriptPath ?? "/");
    const state = await readTreeOnce(context, dir);
    const { cacheStatus } = await import("./incremental-status.ts");
    await cacheStatus(context, dir, state, offset).catch(() => {}); // The next stop then reads the whole tree again.
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

/** The tree, or an empty one with the reason why it was not read. `noteName`: the file that records the slow run. */
export async function readUnlessSlow(
  { event, env }: Pick<HookContext, "event" | "env">,
  read: () => Promise<TreeState>,
  { noteName, slowMs } = { noteName: "slow-git", slowMs: MIN_SLOW_MS },
): Promise<TreeState> {
  if (event.sessionId === null) return read();
  const path = `${baselineDir(env, event.sessionId)}/${noteName}`;
  const startedAt = Date.now();
  if (await isBackedOff(path, startedAt))
    return noTree(startedAt, `git took over ${slowMs / 1000} s here: it is not asked again for 10 minutes`);
  const state = await read();
  if (Date.now() - startedAt > slowMs) {
    const { tryReplaceFile } = await import("../platform/replace-file.ts");
    await tryReplaceFile(path, String(Date.now()));
  }
  return state;
}

async function isBackedOff(path: string, now: number): Promise<boolean> {
  const file = readSmallFile(path);
  const since = file.state === "read" ? Number(file.text) : Number.NaN;
  // After the clock was set back, `since` may lie in the future.
  return since <= now && now - since < BACK_OFF_MS;
}
