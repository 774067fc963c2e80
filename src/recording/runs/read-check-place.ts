// Determines, after a command ran checks, in which folder and on which tree they ran.
import { changedAt } from "../../platform/file-status.ts";
import { pathExists } from "../../platform/files.ts";
import { projectKey, resolveLinks } from "../../platform/repository.ts";
import type { ToolEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/hook-context.ts";
import { findFolder } from "../../text/test-runs/test-command.ts";
import { readUnlessSlow } from "../../worktree/event-tree.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import type { CheckPlace } from "../capture/redact-call.ts";
import { runsChecks } from "./static-checks.ts";

/** Leaves time to record the call within its event's timeout. */
const TREE_MS = 2000;

/** null for a command without checks. */
export async function readCheckPlace(
  context: HookContext<ToolEvent>,
  command: string,
): Promise<CheckPlace | null> {
  const { event, projectDir } = context;
  if (!runsChecks(command)) return null;
  const cwd = event.cwd ?? projectDir;
  const dir = await findCheckFolder(command, cwd, projectDir);
  if (cwd === null || event.backgroundTaskId) return { dir, tree: null, isCertain: false };
  const isHere = dir !== null && (dir === cwd || (await projectKey(dir)) === (await projectKey(cwd)));
  const { tree, isUnchanged } = await readTree(context, isHere ? dir : cwd);
  return { dir, tree, isCertain: isHere && isUnchanged };
}

/** null when unknown. */
export async function findCheckFolder(
  command: string,
  cwd: string | null,
  projectDir: string | null,
): Promise<string | null> {
  const named = findFolder(command, cwd, runsChecks);
  if (cwd === null || named === null || !pathExists(named)) return null;
  return named === projectDir ? projectDir : resolveLinks(named);
}

async function readTree(context: HookContext<ToolEvent>, dir: string) {
  const { event, env, now } = context;
  const state = await readUnlessSlow(context, () => readTreeState(dir, { env, deadlineMs: TREE_MS }), {
    noteName: "slow-tree",
    slowMs: TREE_MS - 100,
  });
  // Claude continues while this runs: the checks may not have seen a change made since the command started.
  const isUnchanged = !changedSince(state, now - (event.durationMs ?? 0));
  return { tree: state.fingerprint || null, isUnchanged };
}

function changedSince({ root, dirty }: TreeState, since: number): boolean {
  return dirty.some(({ path }) => changedAt(`${root}/${path}`) > since);
}
