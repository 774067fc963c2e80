// What people made of the candidates a pattern brought up.

import type { Store } from "../../store/open.ts";
import type { Weights } from "../triage/candidate.ts";

const MIN_WEIGHT = 0.25;
/** As if so many had been accepted before: one rejection alone changes little. */
const HEAD_START = 4;

export interface PatternFeedback {
  pattern: string;
  accepted: number;
  edited: number;
  rejected: number;
  ignored: number;
}

export function noteFeedback(
  store: Store,
  patterns: readonly string[],
  status: keyof Omit<PatternFeedback, "pattern">,
): void {
  // The column is one of four fixed names.
  const insert = store.query(
    `INSERT INTO pattern_feedback (pattern, ${status}) VALUES ($pattern, 1)
     ON CONFLICT (pattern) DO UPDATE SET ${status} = ${status} + 1`,
  );
  for (const pattern of patterns) insert.run({ pattern });
}

export function listFeedback(store: Store): PatternFeedback[] {
  return store.query("SELECT * FROM pattern_feedback ORDER BY pattern").all() as PatternFeedback[];
}

/** One pattern, or all. */
export function resetFeedback(store: Store, pattern: string | null): number {
  return store
    .query("DELETE FROM pattern_feedback WHERE $pattern IS NULL OR pattern = $pattern")
    .run({ pattern }).changes;
}

/** Patterns that keep being rejected count less, never nothing: five rejections in a row leave 0.44. */
export function weighFeedback(feedback: readonly PatternFeedback[]): Weights {
  return Object.fromEntries(
    feedback.map(({ pattern, accepted, edited, rejected }) => {
      const kept = accepted + edited + HEAD_START;
      return [pattern, Math.max(MIN_WEIGHT, kept / (kept + rejected))];
    }),
  );
}
