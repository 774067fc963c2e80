// Where a command has run its checks, and on which tree, read after it ran.
import { fileStatus } from "../../platform/file-status.ts";
import { pathExists } from "../../platform/files.ts";
import { projectKey, resolveLinks } from "../../platform/repository.ts";
import type { ToolEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/hook-context.ts";
import { findFolder, isTestCommand } from "../../text/test-runs/test-command.ts";
import { readUnlessSlow } from "../../worktree/event-tree.ts";
import { toSystemPath } from "../../worktree/path-bytes.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { DELETED, type TreeState } from "../../worktree/tree-state.ts";
import type { CheckPlace } from "../capture/redact-call.ts";
import { findOtherChecks } from "./other-checks.ts";

/** The call is recorded after it, within the time of its event. */
const TREE_MS = 2000;

/** null for a command that runs none. */
export async function readRunPlace(
  context: HookContext<ToolEvent>,
  command: string,
): Promise<CheckPlace | null> {
  const { event, env, projectDir, now } = context;
  if (!runsChecks(command)) return null;
  const cwd = event.cwd ?? projectDir;
  const named = findFolder(command, cwd, runsChecks);
  if (cwd === null || named === null || !pathExists(named)) return { dir: null, tree: null };
  const dir = named === projectDir ? projectDir : await resolveLinks(named);
  if (event.backgroundTaskId || (await isOtherRepository(dir, cwd))) return { dir, tree: null };
  const state = await readUnlessSlow(context, () => readTreeState(dir, { env, deadlineMs: TREE_MS }), {
    mark: "slow-tree",
    slowMs: TREE_MS - 100,
  });
  // The client does not wait for us: what was changed since the command began, it may not have seen.
  const isSeen = !changedSince(state, now - (event.durationMs ?? 0));
  return { dir, tree: isSeen ? state.fingerprint || null : null };
}

function runsChecks(part: string): boolean {
  return isTestCommand(part) || findOtherChecks(part).length > 0;
}

async function isOtherRepository(dir: string, cwd: string): Promise<boolean> {
  return dir !== cwd && (await projectKey(dir)) !== (await projectKey(cwd));
}

function changedSince({ root, dirty }: TreeState, since: number): boolean {
  return dirty.some(({ path, content }) => {
    const file = toSystemPath(root ?? "", path);
    if (typeof file !== "string") return true;
    // Of a deleted file its folder tells.
    const status = fileStatus(content === DELETED ? file.slice(0, file.lastIndexOf("/")) : file);
    return (status?.ctimeMs ?? 0) > since;
  });
}
