// Runs the command of a condition. Its result counts for the tree it leaves behind.
import type { Environment } from "../../config/environment.ts";
import type { CommandResult } from "../../platform/process/run-command.ts";
import type { OwnRun } from "../../recording/queue/pending-queue.ts";
import { redact } from "../../text/redaction/redact.ts";
import { UserError } from "../../text/user-error.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { runVerifyCommand, type VerifyResult } from "../commands/verify-command.ts";
import type { CheckedCondition, Flow, NewEvidence } from "./flow.ts";

const COMMAND_MS = 10 * 60_000;
const TREE_MS = 30_000;
const MAX_ERROR = 1000;

export async function runConditionCommand(
  env: Environment,
  { projectDir, sessionId }: Flow,
  { condition, command }: { condition: CheckedCondition; command: string },
  onRun: (run: OwnRun, result: CommandResult) => Promise<void>,
): Promise<NewEvidence> {
  let ran: CommandResult | null = null;
  const { passed, error } = await runInterruptibly(command, projectDir, async (result) => {
    ran = result;
  });
  const tree = await readTreeState(projectDir, { env, deadlineMs: TREE_MS });
  const run = { check: `flow ${condition}`, command, dir: projectDir, tree: tree.fingerprint || null };
  if (ran !== null) await onRun({ sessionId, ...run }, ran);
  return {
    condition,
    kind: passed ? "passed" : "failed",
    source: `\`${redact(command).text}\``,
    text: passed ? "" : error.trim().slice(0, MAX_ERROR),
    treeMark: tree.fingerprint,
    at: Date.now(),
  };
}

/** A signal to us (Ctrl-C, Claude's Bash tool) ends the command too, and then there is no result. */
async function runInterruptibly(
  command: string,
  projectDir: string,
  onResult: (result: CommandResult) => Promise<void>,
): Promise<VerifyResult> {
  const ended = new AbortController();
  const end = () => ended.abort();
  process.once("SIGINT", end).once("SIGTERM", end).once("SIGHUP", end);
  try {
    const result = await runVerifyCommand(command, projectDir, COMMAND_MS, {
      signal: ended.signal,
      onResult,
    });
    if (!ended.signal.aborted) return result;
    throw new UserError("ended", `\`${command}\` was interrupted`, "Nothing was recorded.");
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end).off("SIGHUP", end);
  }
}
