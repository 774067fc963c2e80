// A loop: Claude goes on until its verify command passes, or, without one, until it says it is done.
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { Loop } from "../engine/declared-facts.ts";
import type { Facts } from "../engine/facts.ts";
import type { Finding, Gate } from "../engine/finding.ts";
import { keepsPromise } from "./kept-promise.ts";

const MAX_ERROR = 700;
/** Of one budget, however many loops are started in it. */
const MAX_BLOCKS = 1000;

export const loop: Gate = {
  id: "loop",
  events: ["Stop"],
  needs: ["loop", "toolCalls", "treeMark"],
  judge(event, facts) {
    if (!facts.loop) return [];
    return [isFinished(facts.loop, event) ? finished(facts.loop) : goOn(facts.loop, facts)];
  },
};

/** With a verify command only its success counts. */
export function isFinished(held: Loop, event: GatedEvent): boolean {
  if (held.verify !== null) return held.check?.passed === true;
  return "lastAssistantMessage" in event && keepsPromise(event.lastAssistantMessage, held.promise);
}

function finished(held: Loop): Finding {
  const proof = held.verify === null ? "Claude gave the agreed line" : `\`${held.verify}\` passed`;
  return {
    gate: "loop",
    code: "finished",
    severity: "advise",
    reason: `The loop is done: ${proof} after ${rounds(held.iteration)}. Task: ${held.task}`,
    fingerprint: `loop-finished:${held.id}`,
    progress: "",
    releasedBy: "nothing: it is done",
  };
}

function goOn(held: Loop, facts: Facts): Finding {
  const left = Math.max(0, held.maxIterations - held.iteration);
  return {
    gate: "loop",
    code: left === 0 ? "used-up" : "open",
    severity: "block",
    reason: [headline(held, left), ...evidence(held), ...nextStep(held), ...tampering(held)].join("\n"),
    fingerprint: `loop:${held.id}:${held.check?.fingerprint ?? ""}`,
    progress: progressOf(held, facts),
    releasedBy: releasedBy(held),
    ...(held.source === "row" ? { endedBy: "holdfast loop cancel", resumedBy: resumedBy(held, left) } : {}),
    limits: { blocks: roomLeft(held, left, facts), minutes: held.maxMinutes },
  };
}

/** A row counts over the loop's life: of this budget it gets what is left. A file of another tool counts nothing. */
function roomLeft({ source }: Loop, left: number, { round }: Facts): number {
  return source === "row" ? Math.min(round - 1 + left, MAX_BLOCKS) : left;
}

function headline({ task }: Loop, left: number): string {
  return `The loop is not done${left === 0 ? " and has no iterations left" : ""}: ${task || "(no task)"}`;
}

function evidence({ iteration, maxIterations, verify, check }: Loop): string[] {
  const round = `Iteration ${Math.min(iteration + 1, maxIterations)} of ${maxIterations}`;
  if (verify === null) return [`${round}.`];
  if (check === null) return [`${round}. \`${verify}\` did not run: work is going on in the background.`];
  return [`${round}. \`${verify}\` failed:`, clip(check.error)];
}

function nextStep({ verify, promise, source }: Loop): string[] {
  if (verify !== null)
    return ["Fix that and stop again: the command then runs by itself. Only its success ends the loop."];
  if (source === "file")
    return ["Do the next step now. The loop ends when its loop.json says verified_done."];
  const line = promise === null ? "" : ` or give this line, alone: ${promise}`;
  return [`Do the next step now. When all of it is done, run \`holdfast loop done\`${line}`];
}

function tampering({ claimed }: Loop): string[] {
  return claimed ? ["Writing verified_done into loop.json does not count; the file was put right."] : [];
}

/** Working is progress where no command says whether it led anywhere. */
function progressOf({ verify }: Loop, { toolCalls, treeMark }: Facts): string {
  return verify !== null && treeMark !== "" ? `tree:${treeMark}` : `tree:${treeMark} tools:${toolCalls}`;
}

function releasedBy({ source, verify }: Loop): string {
  if (source === "file") return "verified_done: true in loop.json, or the tool that wrote it";
  return verify === null
    ? "`holdfast loop done`, `holdfast loop cancel`"
    : `\`${verify}\` passing, \`holdfast loop cancel\``;
}

function resumedBy(held: Loop, left: number): string {
  return left > 0
    ? "holdfast loop resume"
    : `holdfast loop resume --max-iterations ${held.maxIterations * 2}`;
}

function rounds(count: number): string {
  return count === 1 ? "1 round" : `${count} rounds`;
}

function clip(text: string): string {
  return text.length <= MAX_ERROR ? text : `${text.slice(0, MAX_ERROR)}…`;
}
