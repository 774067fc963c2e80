import { CATEGORIES, type Category, DEFAULT_THRESHOLDS, type Thresholds } from "../category.ts";
import { startState, type TriageState } from "./state.ts";
import type { Weights } from "./weights.ts";

export interface TriageOptions {
  thresholds?: Partial<Thresholds>;
  /** Categories that are switched off. */
  off?: readonly Category[];
  /** From feedback: how much each pattern counts, 1 by default. */
  weights?: Weights;
  /** Where an earlier triage of the same session ended. */
  state?: TriageState;
  /** Told apart in the fingerprints of what has no words of its own. */
  sessionId?: string;
}

export interface Settled {
  thresholds: Thresholds;
  on: readonly Category[];
  weights: Weights;
  state: TriageState;
  sessionId: string;
}

export function settleOptions(options: TriageOptions): Settled {
  return {
    thresholds: { ...DEFAULT_THRESHOLDS, ...options.thresholds },
    on: categoriesWithout(options.off ?? []),
    weights: options.weights ?? {},
    // A copy: the caller's state stays what it was.
    state: options.state ? (JSON.parse(JSON.stringify(options.state)) as TriageState) : startState(),
    sessionId: options.sessionId ?? "",
  };
}

function categoriesWithout(off: readonly Category[]): Category[] {
  const on: Category[] = [];
  for (const category of CATEGORIES) if (!off.includes(category)) on.push(category);
  return on;
}
