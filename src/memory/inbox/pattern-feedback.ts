// What people made of the candidates a pattern brought up.

import type { Store } from "../../store/open.ts";
import type { CandidateStatus } from "./candidates.ts";

export interface PatternFeedback {
  pattern: string;
  accepted: number;
  edited: number;
  rejected: number;
  ignored: number;
}

export function noteFeedback(store: Store, patterns: readonly string[], status: CandidateStatus): void {
  if (status === "new") return;
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
