// From single findings to the score of each category, and to what is over its threshold.

import { CATEGORIES, type Category, type Thresholds } from "../category.ts";
import type { Candidate, Evidence } from "./candidate.ts";
import { noisyOr } from "./combine.ts";

interface CategoryScore {
  score: number;
  evidence: Evidence[];
}

export interface Scored {
  scores: Record<Category, CategoryScore>;
  /** Those whose evidence reaches the threshold, in the order of the session. */
  candidates: Candidate[];
}

/** Weaker than this does not add up: three maybes are no yes. */
const NOISE = 0.35;
const MOST_EVIDENCE = 20;

export function settleFound(
  found: readonly Candidate[],
  on: readonly Category[],
  thresholds: Thresholds,
): Scored {
  const known = onceEach(found, on);
  const scores = {} as Record<Category, CategoryScore>;
  const reached = new Set<Candidate>();
  // Loops: each array helper costs the engine a start of its own, and stops come here.
  for (const category of CATEGORIES) {
    const own: Candidate[] = [];
    for (const one of known) if (one.category === category) own.push(one);
    scores[category] = own.length === 0 ? { score: 0, evidence: [] } : scoreOf(own);
    for (const one of reaching(own, thresholds[category], scores[category].score)) reached.add(one);
  }
  const candidates: Candidate[] = [];
  for (const one of known) if (reached.has(one)) candidates.push(one);
  return { scores, candidates };
}

/** The same evidence in the same words counts once, at its strongest. */
function onceEach(found: readonly Candidate[], on: readonly Category[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const one of found) {
    if (!on.includes(one.category)) continue;
    const other = best.get(one.fingerprint);
    if (!other || one.score > other.score) best.set(one.fingerprint, one);
  }
  return [...best.values()];
}

function scoreOf(found: readonly Candidate[]): CategoryScore {
  const strong: number[] = [];
  let most = 0;
  for (const { score } of found) {
    if (score >= NOISE) strong.push(score);
    if (score > most) most = score;
  }
  const evidence: Evidence[] = [];
  for (const one of strongestFirst(found)) evidence.push(...one.evidence);
  return { score: strong.length > 0 ? noisyOr(strong) : most, evidence: evidence.slice(0, MOST_EVIDENCE) };
}

/** Where several reach the threshold only together, the strongest stands for them. */
function reaching(found: readonly Candidate[], threshold: number, together: number): Candidate[] {
  const alone: Candidate[] = [];
  for (const one of found) if (one.score >= threshold) alone.push(one);
  if (alone.length > 0 || together < threshold) return alone;
  return strongestFirst(found).slice(0, 1);
}

function strongestFirst(found: readonly Candidate[]): readonly Candidate[] {
  return found.length > 1 ? found.toSorted((a, b) => b.score - a.score) : found;
}
