// What this session did to the work tree: asked for by gates that judge changes, and cheap when it did nothing.

import { pathExists } from "../../platform/files.ts";
import { gitRoot } from "../../platform/repository.ts";
import { noteFaultOnce } from "../../store/hook-context.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import type { AddedLines } from "../../worktree/added-lines.ts";
import { findBaselineIn, requestBaseline } from "../../worktree/baseline.ts";
import type { ChangedFile } from "../../worktree/changed-files.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import { decodeTreeState, type TreeState } from "../../worktree/tree-state.ts";
import { currentBudget } from "./budget-rows.ts";
import type { StopContext } from "./stop-context.ts";

/**
 * Of the session (on SubagentStop: of that subagent) since the session started. Only there when a call of this budget may
 * have changed something; the user's own edits, and what a pull or a checkout brought, are not in it.
 */
export interface Changes {
  /** The top of the work tree; paths are relative to it. */
  root: string;
  start: TreeState;
  /** The tree now. It may be without what others changed of late. */
  tree: TreeState;
  /** With it: before a command runs on the tree, this is what it runs on. */
  wholeTree(): Promise<TreeState>;
  /** Differs from the start, committed or not, and was touched by a call of the session. */
  files: ChangedFile[];
  /** Differs from the start too, but no call of the session can have touched it: another session's, or the person's. */
  filesOfOthers(): Promise<ChangedFile[]>;
  /** The calls of this budget that may have changed something, oldest first. */
  calls: MutatingCall[];
  /** The lines these files gained, read when somebody first asks. */
  addedLines(): Promise<AddedLines>;
}

/** How the tree is read: at a stop no more of it than may have changed; after it there is time for all of it. */
interface TreeReader {
  readTreeIncrementally(stop: StopContext, dir: string): Promise<TreeState>;
  readTreeAndCache(stop: StopContext, dir: string): Promise<TreeState>;
}

/**
 * null when no call of this budget can have changed anything, or when it cannot be told yet what the session changed: it
 * has no start. Without a repository only its own edits tell, and only at a Stop.
 */
export function gatherChanges(stop: StopContext): Promise<Changes | null> {
  const reader = import("../../worktree/event-tree.ts");
  // Evidence of declared work is of the whole tree.
  const isDeclared = stop.findings.some(({ declaredWork }) => declaredWork !== undefined);
  return gather(stop, isDeclared ? reader.then(wholeTreeReader) : reader);
}

/** The same after a stop: by then the session may be at work again. */
export function gatherChangesAfterTurn(stop: StopContext): Promise<Changes | null> {
  const reader = import("../../worktree/event-tree.ts").then(({ readTreeOnce }) => ({
    readTreeIncrementally: readTreeOnce,
    readTreeAndCache: readTreeOnce,
  }));
  return gather(stop, reader);
}

function wholeTreeReader({ readTreeAndCache }: TreeReader): TreeReader {
  return { readTreeIncrementally: readTreeAndCache, readTreeAndCache };
}

async function gather(stop: StopContext, reader: Promise<TreeReader>): Promise<Changes | null> {
  const { event, projectDir, store } = stop;
  if (event.sessionId === null || projectDir === null) return null;
  const kept = await findBaselineIn(store, event.sessionId, projectDir);
  const hasGit = kept !== null || (await gitRoot(projectDir)) !== null;
  if (kept === null && (hasGit || event.name !== "Stop")) {
    await requestBaseline(stop, store);
    return null;
  }
  const { readTreeIncrementally, readTreeAndCache } = await reader;
  const readTree = () => readTreeIncrementally(stop, projectDir);
  // Git takes longer than all the rest together: mostly somebody will need it.
  if (event.name === "Stop" && pathExists(`${projectDir}/.git`)) void readTree().catch(() => {});
  const offset = event.name === "Stop" ? (stop.budget?.transcript_from ?? null) : null;
  const calls = await readMutatingCalls(event, sinceWhen(stop, kept?.at ?? 0), offset);
  if (calls.length === 0) return null;
  if (kept === null) {
    const { changesWithoutGit } = await import("./changes-without-git.ts");
    return changesWithoutGit(stop, projectDir, calls);
  }
  const start = decodeTreeState(kept.tree);
  if (start === null) {
    await noteFaultOnce(stop, store, "worktree", "the tree at the session's start cannot be read");
    return null;
  }
  const tree = readTree();
  // Loaded while git works.
  const { compareChanges } = await import("./compare-changes.ts");
  return compareChanges(stop, {
    start,
    startedAt: kept.at,
    calls,
    tree,
    wholeTree: () => readTreeAndCache(stop, projectDir),
  });
}

/** A subagent's work is its whole life; a task and a teammate belong to what the person asked for last. */
function sinceWhen({ event, store, budget }: StopContext, startedAt: number): number {
  if (event.name === "SubagentStop" || event.sessionId === null) return startedAt;
  const asked = event.name === "Stop" ? budget : currentBudget(store, event.sessionId, "main");
  return asked?.opened_at ?? startedAt;
}
