// What this session did to the work tree: asked for by gates that judge changes, and cheap when it did nothing.
import type { Changes } from "../gates/facts.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { currentBudget } from "../store/budgets.ts";
import { startOf } from "../store/session-starts.ts";
import type { AddedLines } from "../worktree/added-lines.ts";
import { decodeTreeState } from "../worktree/encode-state.ts";
import type { TreeState } from "../worktree/tree-state.ts";
import type { HookContext } from "./context.ts";
import type { Known } from "./gather-facts.ts";
import { keepStart } from "./keep-start.ts";
import { noteFaultOnce } from "./note-fault-once.ts";
import { readOwnCalls } from "./own-calls.ts";

type Gated = HookContext<GatedEvent>;

export interface GatheredChanges extends Changes {
  /** The lines these files gained, read when somebody first asks. */
  addedLines(): Promise<AddedLines>;
}

const TREE_MS = 10_000;
const COMPARE_MS = 5_000;

/**
 * null when no call of this budget can have changed anything, or when it cannot be told what the session changed: it has
 * no start yet, or there is no repository. Git is not started before a call says that it could be worth it.
 */
export async function gatherChanges(context: Gated, known: Known): Promise<GatheredChanges | null> {
  const { sessionId } = context.event;
  if (sessionId === null || context.projectDir === null) return null;
  const kept = startOf(known.store, sessionId);
  if (kept === null) {
    await keepStart(context, known.store);
    return null;
  }
  const calls = await readOwnCalls(context.event, sinceWhen(context.event, known, kept.at));
  if (calls.length === 0) return null;
  const start = decodeTreeState(kept.tree);
  if (start === null) {
    await noteFaultOnce(context, known.store, "worktree", "the tree at the session's start cannot be read");
    return null;
  }
  return compare(context, known, { start, startedAt: kept.at, calls });
}

/** A subagent's work is its whole life; a task and a teammate belong to what the person asked for last. */
function sinceWhen(event: GatedEvent, { store, budget }: Known, startedAt: number): number {
  if (event.name === "SubagentStop" || event.sessionId === null) return startedAt;
  const asked = event.name === "Stop" ? budget : currentBudget(store, event.sessionId, "main");
  return asked?.opened_at ?? startedAt;
}

interface Since {
  start: TreeState;
  startedAt: number;
  calls: Changes["calls"];
}

async function compare(
  context: Gated,
  { store }: Known,
  { start, startedAt, calls }: Since,
): Promise<GatheredChanges | null> {
  const { env, event } = context;
  const [{ readTreeState }, { filesChangedSince }, { ownFiles }] = await Promise.all([
    import("../worktree/read-tree-state.ts"),
    import("../worktree/changed-files.ts"),
    import("./own-files.ts"),
  ]);
  const tree = await readTreeState(context.projectDir ?? "", { env, deadlineMs: TREE_MS });
  const changed = await filesChangedSince(start, tree, { env, deadlineMs: COMPARE_MS });
  const problem = tree.problem ?? changed.problem;
  if (problem) await noteFaultOnce(context, store, "worktree", problem);
  if (tree.root === null || changed.kind === "none") return null;
  const written = changed.files.filter((file) => !file.isFromElsewhere);
  const all = written.length === 0 ? [] : await readOwnCalls(event, startedAt);
  const files = ownFiles(tree.root, written, all);
  let lines: Promise<AddedLines> | null = null;
  const addedLines = async () => {
    const [{ addedLinesSince }, { startDir }] = await Promise.all([
      import("../worktree/added-lines.ts"),
      import("./take-start.ts"),
    ]);
    const snapshotDir = startDir(env, event.sessionId ?? "");
    return addedLinesSince(start, files, { env, deadlineMs: COMPARE_MS, snapshotDir });
  };
  return {
    root: tree.root,
    start,
    tree,
    files,
    calls,
    addedLines: () => {
      lines ??= addedLines();
      return lines;
    },
  };
}
