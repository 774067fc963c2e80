// Compares the work tree with the session's baseline: which files the session changed, and which lines it added.

import { noteFaultOnce } from "../../store/hook-context.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import { filesChangedSince } from "../../worktree/changed-files.ts";
import { readFootprint } from "../../worktree/footprint.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import type { Changes } from "./changes.ts";
import { once } from "./open-stop.ts";
import type { StopContext } from "./stop-context.ts";

interface ComparisonInput {
  start: TreeState;
  calls: Changes["calls"];
  tree: Promise<TreeState>;
  wholeTree(): Promise<TreeState>;
}

const MAX_COMPARE_MS = 5_000;
const MAX_OTHERS_DELETED = 200;

export async function compareChanges(
  stop: StopContext,
  { start, calls, tree: reading, wholeTree }: ComparisonInput,
): Promise<Changes | null> {
  const { env } = stop;
  const tree = await reading;
  const changed = await filesChangedSince(start, tree, { env, deadlineMs: MAX_COMPARE_MS });
  const problem = tree.problem ?? changed.problem;
  if (problem) await noteFaultOnce(stop, "worktree", problem);
  if (tree.root === null || changed.kind === "none") return null;
  const { root } = tree;
  const footprint = await readFootprint(stop.event, stop.now, baselineDir(env, stop.sessionId));
  const files = footprint.written(root, changed.files);
  const filesOfOthers = async () => {
    const all = await filesChangedSince(start, await wholeTree(), { env, deadlineMs: MAX_COMPARE_MS });
    return all.files.filter(({ path }) => !footprint.owns(`${root}/${path}`));
  };
  const addedLines = once(async () => {
    const { addedLinesSince } = await import("../../worktree/added-lines.ts");
    const snapshotDir = baselineDir(env, stop.sessionId);
    const own = new Set(files.map(({ path }) => path));
    // Lines of a deleted file may have been moved. Who deleted it cannot always be told: only the time of its folder is left.
    const deleted = changed.files.filter(({ isDeleted, path }) => isDeleted && !own.has(path));
    const compared = [...files, ...deleted.slice(0, MAX_OTHERS_DELETED)];
    const found = await addedLinesSince(start, compared, { env, deadlineMs: MAX_COMPARE_MS, snapshotDir });
    const removed = found.removed.filter(({ path }) => own.has(path));
    return { ...found, removed, skipped: found.skipped.filter((path) => own.has(path)) };
  });
  return { root, start, tree, files, filesOfOthers, calls, wholeTree, addedLines };
}
