// What became of a stop, in the words of the pages.
import type { Verdict } from "../gates/engine/budget.ts";

export type Outcome = "held" | "allowed" | "released";

interface Meaning {
  outcome: Outcome;
  /** Why, in a few words. */
  means: string;
}

const MEANINGS: Record<Verdict, Meaning> = {
  complete: { outcome: "allowed", means: "nothing was open" },
  blocked: { outcome: "held", means: "Claude continued" },
  waiting: { outcome: "allowed", means: "background work was running" },
  asking: { outcome: "allowed", means: "Claude asked you" },
  stalled: { outcome: "released", means: "no progress was made" },
  capped: { outcome: "released", means: "the limit was reached" },
  paused: { outcome: "allowed", means: "holdfast was paused" },
  fault: { outcome: "allowed", means: "holdfast failed" },
};

/** Tolerates a verdict of another version. */
export function meaningOf(verdict: Verdict): Meaning {
  return MEANINGS[verdict] ?? { outcome: "allowed", means: verdict };
}

export function verdictsOf(outcome: string): string[] {
  return Object.entries(MEANINGS).flatMap(([verdict, one]) => (one.outcome === outcome ? [verdict] : []));
}
