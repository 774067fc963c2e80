// What became of a stop: it is held, allowed or released.
import type { Verdict } from "../gates/engine/budget.ts";

export type Outcome = "held" | "allowed" | "released";

const OUTCOMES: Record<Verdict, Outcome> = {
  complete: "allowed",
  blocked: "held",
  waiting: "allowed",
  asking: "allowed",
  stalled: "released",
  capped: "released",
  paused: "allowed",
  fault: "allowed",
};

/** Tolerates a verdict of another version. */
export function outcomeOf(verdict: string): Outcome {
  return OUTCOMES[verdict as Verdict] ?? "allowed";
}

export function verdictsOf(outcome: string): string[] {
  return Object.keys(OUTCOMES).filter((verdict) => outcomeOf(verdict) === outcome);
}
