// What nobody answered in a month was not worth an answer: that too is told to the triage.
import { newCandidatesBefore, settleCandidate } from "../memory/inbox/candidates.ts";
import { noteFeedback } from "../memory/inbox/pattern-feedback.ts";
import type { Store } from "../store/open.ts";

const PATIENCE = 30 * 24 * 3_600_000;

export function ignoreOldCandidates(store: Store, now: number): number {
  const old = newCandidatesBefore(store, now - PATIENCE);
  for (const { id, patterns } of old) {
    if (settleCandidate(store, { id, status: "ignored", memoryId: null, at: now }))
      noteFeedback(store, JSON.parse(patterns) as string[], "ignored");
  }
  return old.length;
}
