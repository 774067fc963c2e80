// Counts of memories, how often sessions used them, and how people answered what triage found.

import { countSettled, type SettledCount } from "../memory/inbox/candidates.ts";
import { listFeedback } from "../memory/inbox/prompted-candidates.ts";
import { countMemories } from "../memory/index/memories.ts";
import { listUsage } from "../memory/index/memory-usage.ts";
import type { Store } from "../store/open.ts";

export type MemoryStats = ReturnType<typeof readMemoryStats>;
export type AnswerCounts = Pick<SettledCount, "accepted" | "edited" | "rejected" | "ignored"> & {
  /** The share of accepted items among those answered; null without an answer. */
  precision: number | null;
};

/** `projectKey` null: all projects. Patterns are counted for all of them anyway. */
export function readMemoryStats(store: Store, projectKey: string | null) {
  return {
    memories: countMemories(store, projectKey),
    usage: listUsage(store, projectKey),
    categories: countSettled(store, projectKey).map((count) => ({ ...count, precision: precisionOf(count) })),
    patterns: listFeedback(store).map((each) => ({ ...each, precision: precisionOf(each) })),
  };
}

/** Ignoring an item does not count as an answer. */
function precisionOf({
  accepted,
  edited,
  rejected,
}: Pick<SettledCount, "accepted" | "edited" | "rejected">): number | null {
  const answered = accepted + edited + rejected;
  return answered === 0 ? null : (accepted + edited) / answered;
}
