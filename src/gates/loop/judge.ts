// Tells Claude how to continue while a loop is not done.
import { clip } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { GoalFacts } from "../goals/goal.ts";
import { identify } from "../goals/goal-gate.ts";
import { promiseOf, verifyOf } from "./loop.ts";

const MAX_ERROR_LENGTH = 700;
/** In one budget, however many loops are started in it. */
const MAX_BLOCKS = 1000;

export function describeLoopEnd({ goal }: GoalFacts): string {
  const verify = verifyOf(goal);
  const proof = verify === null ? "Claude gave the agreed line" : `\`${verify}\` passed`;
  return `The loop is done: ${proof} after ${countNoun(goal.rounds, "round")}. Task: ${goal.text}`;
}

export function judgeLoop({ round }: StopView, facts: GoalFacts): Finding[] {
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
      endedBy: "holdfast cancel",
      round: current,
      resumedBy: `holdfast resume${more}`,
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
