// A loop: Claude continues until the verify command passes, or, without one, until Claude says it is done.

import { pathExists } from "../../platform/files.ts";
import { gitRoot } from "../../platform/repository.ts";
import { findGoal, type Goal, type NewEvidence } from "../../store/goals.ts";
import { noteFault, noteFaultOnce } from "../../store/hook-context.ts";
import { parseDuration } from "../../text/parse-duration.ts";
import type { VerifyResult } from "../commands/verify-command.ts";
import { willWait } from "../engine/background-tasks.ts";
import { timeForCommands } from "../engine/open-stop.ts";
import { treeProgress, turnContains, unreadTreeProgress } from "../engine/progress.ts";
import type { CommandRunner, StopContext } from "../engine/stop-context.ts";
import type { ConditionState, GoalKind, Judged } from "../goals/goal.ts";
import { goalGate } from "../goals/goal-gate.ts";
import { describeLoopEnd, judgeLoop } from "./judge.ts";
import { loopFile, promiseOf, verifyOf } from "./loop.ts";

const kind: GoalKind = {
  id: "loop",
  file: loopFile,
  judge: judgeConditions,
  judgeFile: async ({ shared }) => ({ progress: `tools:${await shared.toolCalls()}`, extra: null }),
  findings: judgeLoop,
  describeEnd: describeLoopEnd,
  describeProgress: ({ rounds, maxRounds }) => `round ${rounds} of ${maxRounds ?? "?"}`,
  describeWayOut(goal) {
    const verify = verifyOf(goal);
    return verify
      ? `It ends when \`${verify}\` passes.`
      : "It ends with `holdfast loop done` when everything is done.";
  },
};

export const loop = goalGate(kind);

async function judgeConditions(stop: StopContext, goal: Goal): Promise<Judged | null> {
  const [condition] = goal.conditions;
  const verify = verifyOf(goal);
  if (condition === undefined) return null;
  // The command of a suspended loop runs only if Claude ran it successfully.
  if (goal.state === "suspended" && !(verify !== null && (await claudeRanIt(stop, verify, goal.updatedAt))))
    return null;
  const open: ConditionState = { ...condition, state: "open", because: "", next: "" };
  const notRun = async (state: ConditionState): Promise<Judged> => ({
    conditions: [state],
    evidence: [],
    progress: `tree: tools:${await stop.shared.toolCalls()}`,
    extra: null,
  });
  if (verify === null) {
    const promise = promiseOf(goal);
    return notRun(promise !== null && (await keepsPromise(stop, promise)) ? { ...open, state: "met" } : open);
  }
  if (willWait(stop)) return notRun({ ...open, untried: true });
  // A replay: the result of the command is not known.
  if (stop.commands === null) return null;
  // Read before the command runs, which may leave files.
  const tree = await readProgress(stop, goal.projectDir);
  const { passed, error, fingerprint } = await runVerify(stop, stop.commands, goal, verify);
  const evidence: NewEvidence = {
    condition: condition.id,
    kind: passed ? "passed" : "failed",
    source: "stop",
    text: passed ? "" : error,
    at: stop.now,
  };
  return {
    conditions: [passed ? { ...open, state: "met" } : { ...open, because: error, fingerprint }],
    evidence: [evidence],
    progress: tree === "" ? `tree: tools:${await stop.shared.toolCalls()}` : `tree:${tree}`,
    extra: null,
  };
}

async function keepsPromise({ event }: StopContext, promise: string): Promise<boolean> {
  const { hasAgreedLine } = await import("./promise.ts");
  return "lastAssistantMessage" in event && hasAgreedLine(event.lastAssistantMessage, promise);
}

/** A reason to run the command of a suspended loop; the run of ours decides. */
async function claudeRanIt(stop: StopContext, verify: string, since: number): Promise<boolean> {
  if (!(await turnContains(stop, JSON.stringify(verify).slice(1, -1)))) return false;
  const items = await stop.shared.recentItems();
  return items.some(
    (item) =>
      item.kind === "tool-result" &&
      !item.isError &&
      item.backgroundTaskId === null &&
      item.call?.tool === "Bash" &&
      typeof item.call.input.command === "string" &&
      item.call.input.command.trim() === verify &&
      (item.timestamp ?? 0) > since,
  );
}

/** Empty when the tree cannot be read: tool calls then show the progress. */
async function readProgress(stop: StopContext, dir: string): Promise<string> {
  const unread = unreadTreeProgress(stop);
  if (unread !== null) return (await isRepository(dir)) ? unread : "";
  const tree = await stop.shared.tree(dir);
  if (tree.problem) await noteFaultOnce(stop, "worktree", tree.problem);
  return tree.kind === "none" ? "" : treeProgress(stop, tree);
}

async function isRepository(dir: string): Promise<boolean> {
  return pathExists(`${dir}/.git/HEAD`) || (await gitRoot(dir)) !== null;
}

/** Ends the command as soon as the loop is cancelled. */
async function runVerify(
  stop: StopContext,
  commands: CommandRunner,
  { sessionId, projectDir: dir }: Goal,
  command: string,
): Promise<VerifyResult> {
  let isWanted = true;
  const checkWanted = () => {
    const now = findGoal(stop.store, "loop", sessionId);
    isWanted = now?.state === "active" || now?.state === "suspended";
    return isWanted;
  };
  const configured = parseDuration(stop.config.gates.loop.timeout) ?? Number.POSITIVE_INFINITY;
  const limit = Math.max(1000, Math.min(configured, timeForCommands(stop)));
  const result = await commands.verify(command, dir, limit, {
    isWanted: checkWanted,
    onResult: async (ran) => {
      const { noteRun } = await import("../commands/verify-command.ts");
      // Not read after a failure: the next round has another tree, and git takes time.
      const tree = async () => (ran.outcome === "passed" ? (await stop.shared.tree(dir)).fingerprint : "");
      await noteRun(stop, { check: "loop", command, dir, tree }, ran);
    },
  });
  if (result.fault && isWanted) await noteFault(stop, "gate:loop", result.fault);
  return result;
}
