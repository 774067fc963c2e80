// What besides its words speaks for a memory when a session is given some.

import { isUntrusted } from "../files/trust.ts";
import type { MemoryHit } from "./memory-search.ts";

const DAY = 24 * 3_600_000;

/** What binds comes before what is only known. */
const BY_CATEGORY: Record<string, number> = {
  PREFERENCE: 1.15,
  CONSTRAINT: 1.15,
  DECISION: 1.1,
  RUNBOOK: 1.1,
  TECH_DEBT: 0.95,
  SESSION_SUMMARY: 0.8,
};

type Weighed = Pick<MemoryHit, "category" | "updated_at" | "confidence" | "who" | "injected" | "used">;

/** A factor around 1: no prior outweighs clearly better words. */
export function recallPrior(memory: Weighed, now: number): number {
  const age = Math.max(0, now - memory.updated_at) / DAY;
  const recent = 0.85 + 0.3 * Math.exp(-age / 60);
  const sure = 0.75 + 0.25 * memory.confidence;
  const outside = isUntrusted(memory.who) ? 0.7 : 1;
  return (BY_CATEGORY[memory.category] ?? 1) * recent * sure * outside * useOf(memory);
}

/** Each use lifts it a little; one that was given again and again and never used fades, but never to nothing. */
function useOf({ injected, used }: Weighed): number {
  if (used > 0) return 1 + Math.min(0.3, 0.1 * Math.log2(1 + used));
  return Math.max(0.5, 1 - 0.05 * Math.max(0, injected - 2));
}
