// What this session changed in the work tree, for the gates that judge changes. Cheap when it changed nothing.

import { pathExists } from "../../platform/files.ts";
import { gitRoot } from "../../platform/repository.ts";
import { noteFaultOnce } from "../../store/hook-context.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import type { AddedLines } from "../../worktree/added-lines.ts";
import {
  awaitCapture,
  type Baseline,
  findBaselineIn,
  isBaselinePending,
  requestBaseline,
} from "../../worktree/baseline.ts";
import type { ChangedFile } from "../../worktree/changed-files.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import { decodeTreeState, type TreeState } from "../../worktree/tree-state.ts";
import type { StopContext } from "./stop-context.ts";

/**
 * The changes of the session (on SubagentStop: of that subagent) since it started, without the user's own edits and without
 * what a pull or a checkout brought. Only gathered when a call of this budget may have changed something.
 */
export interface Changes {
  /** The top of the work tree; paths are relative to it. */
  root: string;
  start: TreeState;
  /** The tree now. Recent changes by others may be missing. */
  tree: TreeState;
  /** The tree now, with the changes by others: what a command would run on. */
  wholeTree(): Promise<TreeState>;
  /** Files that differ from the start, committed or not, and that a call of the session touched. */
  files: ChangedFile[];
  /** Files that differ from the start, but were changed by another session or the person. */
  filesOfOthers(): Promise<ChangedFile[]>;
  /** The calls of this budget that may have changed something, oldest first. */
  calls: MutatingCall[];
  /** The lines added to `files`, read on first use. */
  addedLines(): Promise<AddedLines>;
}

type TreeReader = (stop: StopContext, dir: string) => Promise<TreeState>;

/**
 * null when no call of this budget can have changed anything, or when the session has no baseline yet. Without a repository
 * only the session's edit calls are known, and only at a Stop.
 */
export async function gatherChanges(stop: StopContext): Promise<Changes | null> {
  const { readTreeAndCache, readTreeIncrementally } = await import("../../worktree/event-tree.ts");
  // Declared work is judged on the whole tree.
  const isDeclared = stop.findings.some(({ declaredWork }) => declaredWork !== undefined);
  return gather(stop, isDeclared ? readTreeAndCache : readTreeIncrementally, readTreeAndCache);
}

/** The same over all turns, for what a turn without calls says about earlier ones. */
export async function gatherSessionChanges(stop: StopContext): Promise<Changes | null> {
  const { readTreeAndCache } = await import("../../worktree/event-tree.ts");
  return gather({ ...stop, turn: null }, readTreeAndCache, readTreeAndCache);
}

/** The same after the turn. Nothing is cached, because the session may already be working again. */
export async function gatherChangesAfterTurn(stop: StopContext): Promise<Changes | null> {
  const { readTreeOnce } = await import("../../worktree/event-tree.ts");
  return gather(stop, readTreeOnce, readTreeOnce);
}

async function gather(stop: StopContext, read: TreeReader, readWhole: TreeReader): Promise<Changes | null> {
  const { event, projectDir, store } = stop;
  if (projectDir === null) return null;
  const baseline = await readBaseline(stop, projectDir);
  const hasGit = baseline !== null || (await gitRoot(projectDir)) !== null;
  if (baseline === null && (hasGit || event.name !== "Stop")) {
    await requestBaseline(stop, store);
    return null;
  }
  // Started early: git takes longer than everything else together, and usually its result is needed.
  if (event.name === "Stop" && pathExists(`${projectDir}/.git`)) void read(stop, projectDir).catch(() => {});
  const calls = await readMutatingCalls(event, startOfWork(stop, baseline?.at ?? 0), transcriptFrom(stop));
  if (calls.length === 0) return null;
  if (baseline === null) {
    const { changesWithoutGit } = await import("./changes-without-git.ts");
    return changesWithoutGit(stop, projectDir, calls);
  }
  const start = decodeTreeState(baseline.tree);
  if (start === null) {
    await noteFaultOnce(stop, "worktree", "the tree at the session's start cannot be read");
    return null;
  }
  const tree = read(stop, projectDir);
  // Loaded while git works.
  const { compareChanges } = await import("./compare-changes.ts");
  return compareChanges(stop, {
    start,
    calls,
    tree,
    wholeTree: () => readWhole(stop, projectDir),
  });
}

/** Whether a call of this budget may have changed something that cannot be judged, because git is still capturing the baseline. */
export async function awaitsBaseline(stop: StopContext): Promise<boolean> {
  const { event, sessionId, store } = stop;
  if (!isBaselinePending(store, sessionId, Date.now())) return false;
  return (await readMutatingCalls(event, startOfWork(stop, 0), transcriptFrom(stop))).length > 0;
}

/** The first turn may end before the baseline is captured. Without changes there is nothing to wait for. */
async function readBaseline(stop: StopContext, projectDir: string): Promise<Baseline | null> {
  const { event, sessionId, store, now } = stop;
  const baseline = await findBaselineIn(store, sessionId, projectDir);
  if (baseline !== null || !isBaselinePending(store, sessionId, now)) return baseline;
  const calls = await readMutatingCalls(event, startOfWork(stop, 0), transcriptFrom(stop));
  if (calls.length === 0) return null;
  await awaitCapture(store, sessionId);
  return findBaselineIn(store, sessionId, projectDir);
}

function transcriptFrom({ event, turn }: StopContext): number | null {
  return event.name === "Stop" ? (turn?.transcript_from ?? null) : null;
}

/** A subagent is judged on all of its work; a task or a teammate on the work since the person's last prompt. */
function startOfWork({ event, turn }: StopContext, startedAt: number): number {
  return event.name === "SubagentStop" ? startedAt : (turn?.opened_at ?? startedAt);
}
