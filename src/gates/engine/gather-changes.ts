// What this session did to the work tree: asked for by gates that judge changes, and cheap when it did nothing.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { noteFaultOnce } from "../../store/note-fault-once.ts";
import type { AddedLines } from "../../worktree/added-lines.ts";
import { findBaseline, requestBaseline } from "../../worktree/baseline.ts";
import { gitRoot } from "../../worktree/repository.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import { decodeTreeState } from "../../worktree/tree-state.ts";
import { currentBudget } from "./budgets.ts";
import type { Changes } from "./facts.ts";
import type { Known } from "./known.ts";

type Gated = HookContext<GatedEvent>;

export interface GatheredChanges extends Changes {
  /** `tree` may be without what others changed of late: before a command runs on it, this is what it runs on. */
  wholeTree(): Promise<TreeState>;
  /** The lines these files gained, read when somebody first asks. */
  addedLines(): Promise<AddedLines>;
}

interface Looks {
  readTreeIncrementally(context: Gated, dir: string): Promise<TreeState>;
  readTreeAndCache(context: Gated, dir: string): Promise<TreeState>;
}

/**
 * null when no call of this budget can have changed anything, or when it cannot be told yet what the session changed: it
 * has no start. Without a repository only its own edits tell, and only at a Stop.
 */
export function gatherChanges(context: Gated, known: Known): Promise<GatheredChanges | null> {
  return gather(context, known, () => import("../../worktree/event-tree.ts"));
}

/** The same after a stop, for who has the time to look at the whole tree: by then the session may be at work again. */
export function gatherChangesLater(context: Gated, known: Known): Promise<GatheredChanges | null> {
  return gather(context, known, async () => {
    const { readTreeOnce } = await import("../../worktree/event-tree.ts");
    return { readTreeIncrementally: readTreeOnce, readTreeAndCache: readTreeOnce };
  });
}

async function gather(
  context: Gated,
  known: Known,
  loadLooks: () => Promise<Looks>,
): Promise<GatheredChanges | null> {
  const { sessionId } = context.event;
  if (sessionId === null || context.projectDir === null) return null;
  const kept = findBaseline(known.store, sessionId);
  const hasGit = kept !== null || (await gitRoot(context.projectDir)) !== null;
  if (kept === null && (hasGit || context.event.name !== "Stop")) {
    await requestBaseline(context, known.store);
    return null;
  }
  const offset = context.event.name === "Stop" ? (known.budget?.transcript_from ?? null) : null;
  const { readMutatingCalls } = await import("../../worktree/mutating-calls.ts");
  const calls = await readMutatingCalls(
    context.event,
    sinceWhen(context.event, known, kept?.at ?? 0),
    offset,
  );
  if (calls.length === 0) return null;
  if (kept === null) {
    const { changesWithoutGit } = await import("./changes-without-git.ts");
    return changesWithoutGit(context, context.projectDir, calls);
  }
  const start = decodeTreeState(kept.tree);
  if (start === null) {
    await noteFaultOnce(context, known.store, "worktree", "the tree at the session's start cannot be read");
    return null;
  }
  const { projectDir } = context;
  const { readTreeIncrementally, readTreeAndCache } = await loadLooks();
  const tree = readTreeIncrementally(context, projectDir);
  // Loaded while git works.
  const [{ compareChanges }] = await Promise.all([
    import("./compare-changes.ts"),
    ...(Object.keys(known.loaded.config.quality.stages).length > 0
      ? [import("../quality/judge-stages.ts")]
      : []),
  ]);
  return compareChanges(context, known, {
    start,
    startedAt: kept.at,
    calls,
    tree,
    wholeTree: () => readTreeAndCache(context, projectDir),
  });
}

/** A subagent's work is its whole life; a task and a teammate belong to what the person asked for last. */
function sinceWhen(event: GatedEvent, { store, budget }: Known, startedAt: number): number {
  if (event.name === "SubagentStop" || event.sessionId === null) return startedAt;
  const asked = event.name === "Stop" ? budget : currentBudget(store, event.sessionId, "main");
  return asked?.opened_at ?? startedAt;
}
