// Runs the command of a condition. Its result counts for the tree it leaves behind.
import type { Environment } from "../config/environment.ts";
import type { CheckedCondition, Flow, NewEvidence } from "../flow/flow.ts";
import { runVerifyCommand } from "../hook/verify-command.ts";
import { redact } from "../redaction/redact.ts";
import { readTreeState } from "../worktree/read-tree-state.ts";

const CHECK_MS = 10 * 60_000;
const TREE_MS = 30_000;
const MOST_ERROR = 1000;

export async function runCheck(
  env: Environment,
  { projectDir }: Flow,
  { condition, command }: { condition: CheckedCondition; command: string },
): Promise<NewEvidence> {
  const { passed, error } = await runVerifyCommand(command, projectDir, CHECK_MS);
  const tree = await readTreeState(projectDir, { env, deadlineMs: TREE_MS });
  return {
    condition,
    kind: passed ? "passed" : "failed",
    source: `\`${redact(command).text}\``,
    text: passed ? "" : error.trim().slice(0, MOST_ERROR),
    treeMark: tree.mark,
    at: Date.now(),
  };
}
