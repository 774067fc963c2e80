// A loop: Claude continues until the verify command passes, or, without one, until Claude says it is done.

import { pathExists } from "../../platform/files.ts";
import { gitRoot } from "../../platform/repository.ts";
import { findGoal, type Goal, isForJudge, type NewEvidence } from "../../store/goals.ts";
import { noteFault, noteFaultOnce } from "../../store/hook-context.ts";
import { clip } from "../../text/clip.ts";
import { parseDuration } from "../../text/parse-duration.ts";
import type { VerifyResult } from "../commands/verify-command.ts";
import { willWait } from "../engine/background-tasks.ts";
import type { Finding } from "../engine/gate.ts";
import { timeForCommands } from "../engine/open-stop.ts";
import { treeProgress, unreadTreeProgress } from "../engine/progress.ts";
import type { CommandRunner, StopContext, StopView } from "../engine/stop-context.ts";
import type { ConditionState, GoalFacts, GoalKind, Judged } from "../goals/goal.ts";
import { goalGate, identify } from "../goals/goal-gate.ts";
import { loopKind, promiseOf, questionOf, verifyOf } from "./loop.ts";

const MAX_ERROR_LENGTH = 700;
/** In one budget, however many loops are started in it. */
const MAX_BLOCKS = 1000;

const kind: GoalKind = {
  ...loopKind,
  judge: judgeConditions,
  judgeFile: async ({ shared }) => ({ progress: `tools:${await shared.toolCalls()}`, extra: null }),
  findings: judgeLoop,
  describeEnd: describeLoopEnd,
  describeProgress: ({ rounds, maxRounds }) => `round ${rounds} of ${maxRounds ?? "?"}`,
  describeWayOut(goal) {
    const verify = verifyOf(goal);
    const judge = questionOf(goal) === null ? "" : " and the judge says yes";
    if (verify !== null) return `It ends when \`${verify}\` passes${judge}.`;
    if (judge !== "") return "It ends when the judge says yes.";
    return "It ends with `holdfast loop done` when everything is done.";
  },
};

export const loop = goalGate(kind);

async function judgeConditions(stop: StopContext, goal: Goal): Promise<Judged | null> {
  const condition = goal.conditions.find((one) => !isForJudge(one));
  const verify = verifyOf(goal);
  if (goal.conditions.length === 0) return null;
  // The command of a suspended loop runs only if Claude ran it successfully.
  if (goal.state === "suspended") {
    const { claudeRanIt } = await import("./ran-verify.ts");
    if (verify === null || !(await claudeRanIt(stop, verify, goal.updatedAt))) return null;
  }
  const notRun = async (...conditions: ConditionState[]): Promise<Judged> => ({
    conditions,
    evidence: [],
    progress: `tree: tools:${await stop.shared.toolCalls()}`,
    extra: null,
  });
  if (condition === undefined) return notRun();
  const open: ConditionState = { ...condition, state: "open", because: "", next: "" };
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

function describeLoopEnd({ goal }: GoalFacts): string {
  const verify = verifyOf(goal);
  const proofs = [
    ...(verify === null ? [] : [`\`${verify}\` passed`]),
    ...(promiseOf(goal) === null ? [] : ["the agreed line was given"]),
    ...(questionOf(goal) === null ? [] : ["the judge said yes"]),
  ];
  return `The loop is done: ${proofs.join(", ")}. Rounds: ${goal.rounds}. Task: ${goal.text}`;
}

function judgeLoop({ round }: StopView, facts: GoalFacts): Finding[] {
  const { goal, source, claimsMore, conditions } = facts;
  const [condition] = conditions;
  const error = condition?.because ?? "";
  const verify = verifyOf(goal);
  const hasRun = verify !== null && !condition?.untried;
  const max = goal.maxRounds ?? 0;
  const left = Math.max(0, max - goal.rounds);
  const task = goal.text || "(no task)";
  const current = { n: Math.min(goal.rounds + 1, max), of: max };
  const roundOf = `Round ${current.n} of ${current.of}.`;
  const none = left === 0 ? " and has no rounds left" : "";
  const still = hasRun ? `\`${verify}\` still fails in the same way.` : "The loop is not done.";
  const correction = claimsMore
    ? ["Writing verified_done to loop.json does not count. holdfast corrected the file."]
    : [];
  const more = left > 0 ? "" : ` --max-iterations ${max * 2}`;
  return [
    {
      gate: "loop",
      code: left === 0 ? "used-up" : "open",
      severity: "block",
      reason: [
        `${roundOf} The loop is not done${none}: ${task}`,
        nextStep(facts, hasRun),
        ...(source === "file" && error !== "" ? ["Its last error:"] : []),
        ...(error === "" ? [] : [clip(error, MAX_ERROR_LENGTH)]),
        ...correction,
      ].join("\n"),
      again: [`${roundOf} ${still}`, ...correction].join("\n"),
      summary: `The loop is not done: ${task}${hasRun ? ` (\`${verify}\` fails)` : ""}`,
      fingerprint: `loop:${identify(facts)}:${condition?.fingerprint ?? ""}`,
      progress: facts.progress,
      releasedBy: releasedBy(facts),
      endedBy: "holdfast cancel loop",
      round: current,
      resumedBy: `holdfast resume loop${more}`,
      limits: {
        // Our row counts rounds over the whole life of the loop, so this budget gets the rest. Another tool's file does not count our rounds.
        blocks: source === "row" ? Math.min(round - 1 + left, MAX_BLOCKS) : left,
        minutes: goal.maxMinutes,
      },
      declaredWork: left === 0 ? "ending" : "open",
    },
  ];
}

function nextStep({ goal, source }: GoalFacts, hasRun: boolean): string {
  const verify = verifyOf(goal);
  if (verify !== null)
    return hasRun
      ? `\`${verify}\` fails. Fix it, then stop; it reruns automatically. The loop ends only when this command passes.`
      : `\`${verify}\` did not run, because background tasks are still running. Wait for them, then stop. The loop ends only when this command passes.`;
  if (source === "file") return "Do the next step now. The loop ends when its loop.json says verified_done.";
  const promise = promiseOf(goal);
  const line = promise === null ? "" : ` or write this line, alone: ${promise}`;
  return `Do the next step now. When everything is done, run \`holdfast loop done\`${line}`;
}

function releasedBy({ goal, source }: GoalFacts): string {
  if (source === "file")
    return "verified_done: true in loop.json, by the tool that wrote it, or `holdfast cancel`";
  const verify = verifyOf(goal);
  return verify === null
    ? "`holdfast loop done`, `holdfast cancel`"
    : `\`${verify}\` passing, \`holdfast cancel\``;
}
