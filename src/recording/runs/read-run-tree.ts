import type { Environment } from "../../config/environment.ts";
import { isTestCommand } from "../../text/test-runs/test-command.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { findOtherChecks } from "./other-checks.ts";

const TREE_MS = 3000;

/** The fingerprint of the tree that a command has run its checks on; null for other commands, or when git does not say. */
export async function readRunTree(command: string, dir: string, env: Environment): Promise<string | null> {
  if (!isTestCommand(command) && findOtherChecks(command).length === 0) return null;
  return (await readTreeState(dir, { env, deadlineMs: TREE_MS })).fingerprint || null;
}
