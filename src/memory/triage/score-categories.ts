// From single findings to the score of each category, and to those that reach its threshold.
import type { Config } from "../../config/config.ts";
import { CATEGORIES, type Category } from "../memory.ts";
import { type Candidate, type CandidateEvidence, combineStrengths } from "./candidate.ts";

export type TriageThresholds = Config["triage"]["thresholds"];

interface CategoryScore {
  score: number;
  evidence: CandidateEvidence[];
}

export interface Scored {
  scores: Record<Category, CategoryScore>;
  /** Those whose evidence reaches the threshold, in the order of the session. */
  candidates: Candidate[];
}

/** Weaker ones do not add up: three maybes are no yes. */
const MIN_COUNTED = 0.35;
const MAX_EVIDENCE = 20;

export function scoreCategories(
  found: readonly Candidate[],
  thresholds: TriageThresholds,
  off: readonly Category[],
): Scored {
  const unique = uniqueCandidates(found.filter(({ category }) => !off.includes(category)));
  const scores = {} as Record<Category, CategoryScore>;
  const reached = new Set<Candidate>();
  for (const category of CATEGORIES) {
    const own = unique
      .filter((candidate) => candidate.category === category)
      .toSorted((a, b) => b.score - a.score);
    scores[category] = scoreOf(own);
    for (const candidate of reaching(own, thresholds[category], scores[category].score))
      reached.add(candidate);
  }
  return { scores, candidates: unique.filter((candidate) => reached.has(candidate)) };
}

/** The same evidence counts once, at its strongest. */
function uniqueCandidates(found: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const candidate of found) {
    const other = best.get(candidate.fingerprint);
    if (!other || candidate.score > other.score) best.set(candidate.fingerprint, candidate);
  }
  return [...best.values()];
}

/** Of candidates with the strongest first. */
function scoreOf(sorted: readonly Candidate[]): CategoryScore {
  const counted = sorted.map(({ score }) => score).filter((score) => score >= MIN_COUNTED);
  return {
    score: counted.length > 0 ? combineStrengths(counted) : (sorted[0]?.score ?? 0),
    evidence: sorted.flatMap(({ evidence }) => evidence).slice(0, MAX_EVIDENCE),
  };
}

/** Where several reach the threshold only together, the strongest stands for them. */
function reaching(sorted: readonly Candidate[], threshold: number, together: number): readonly Candidate[] {
  const alone = sorted.filter(({ score }) => score >= threshold);
  return alone.length > 0 || together < threshold ? alone : sorted.slice(0, 1);
}
