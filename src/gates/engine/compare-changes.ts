// The work tree against the session's start: which files it changed, and which lines they gained.

import { noteFaultOnce } from "../../store/hook-context.ts";
import type { AddedLines } from "../../worktree/added-lines.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import { filesChangedSince } from "../../worktree/changed-files.ts";
import { ownFiles } from "../../worktree/own-files.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import type { Changes } from "./changes.ts";
import { findOwnFiles } from "./find-own-files.ts";
import type { StopContext } from "./stop-context.ts";

interface Since {
  start: TreeState;
  startedAt: number;
  calls: Changes["calls"];
  tree: Promise<TreeState>;
  wholeTree(): Promise<TreeState>;
}

const COMPARE_MS = 5_000;

export async function compareChanges(
  stop: StopContext,
  { start, startedAt, calls, tree: reading, wholeTree }: Since,
): Promise<Changes | null> {
  const { env, event, store } = stop;
  const tree = await reading;
  const changed = await filesChangedSince(start, tree, { env, deadlineMs: COMPARE_MS });
  const problem = tree.problem ?? changed.problem;
  if (problem) await noteFaultOnce(stop, store, "worktree", problem);
  if (tree.root === null || changed.kind === "none") return null;
  const { root } = tree;
  const files = await findOwnFiles(stop, {
    tree,
    root,
    files: changed.files.filter((file) => !file.isFromElsewhere),
    calls,
    startedAt,
    name: "own-files",
    rule: ownFiles,
  });
  let lines: Promise<AddedLines> | null = null;
  const addedLines = async () => {
    const { addedLinesSince } = await import("../../worktree/added-lines.ts");
    const snapshotDir = baselineDir(env, event.sessionId ?? "");
    return addedLinesSince(start, files, { env, deadlineMs: COMPARE_MS, snapshotDir });
  };
  return {
    root,
    start,
    tree,
    files,
    calls,
    wholeTree,
    addedLines: () => {
      lines ??= addedLines();
      return lines;
    },
  };
}
