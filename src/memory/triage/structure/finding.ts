import type { Category } from "../../category.ts";
import type { Candidate, Evidence } from "../candidate.ts";
import { noisyOr } from "../combine.ts";
import { fingerprintOf } from "../fingerprint.ts";
import { makeTitle } from "../title.ts";
import { type Weights, weightOf } from "../weights.ts";

interface Structural {
  category: Category;
  title: string;
  /** It is one already. */
  isReady?: true;
  /** Pattern id → how strong it is. */
  strengths: Record<string, number>;
  evidence: Evidence[];
  /** What makes it the same finding another time. */
  sameAs: string;
}

/** A finding from what was done, not from how it was put. */
export function structuralFinding(
  { category, title, isReady, strengths, evidence, sameAs }: Structural,
  weights: Weights,
): Candidate {
  const patterns = Object.keys(strengths);
  return {
    category,
    title: isReady ? title : makeTitle(title),
    score: noisyOr(patterns.map((id) => (strengths[id] ?? 0) * weightOf(weights, id))),
    evidence,
    fingerprint: fingerprintOf(category, sameAs),
    patterns,
  };
}
