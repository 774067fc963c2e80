// What readers find in a session, the candidate it becomes (with a title, a score and a fingerprint), and the score of each
// category.
import type { Config } from "../../config/config.ts";
import { CATEGORIES, type Category, type Speaker } from "../memory.ts";
import { makeTitle } from "./title.ts";

/** From feedback: how much each pattern counts, 1 by default. */
export type Weights = Readonly<Record<string, number>>;

export interface CandidateEvidence {
  /** What was said or done, on one line. */
  line: string;
  who: Speaker;
  /** Why it counts. */
  why: string;
}

export interface Candidate {
  category: Category;
  /** One line, proposed: a person or Claude may word it better. */
  title: string;
  score: number;
  evidence: CandidateEvidence[];
  /** The same evidence has the same one, whatever stands around it. */
  fingerprint: string;
  /** Ids of the patterns that matched. */
  patterns: string[];
}

export interface TriageFinding {
  category: Category;
  /** Made a title, unless `isTitle`. */
  title: string;
  isTitle?: true;
  /** Pattern id → how strong it is alone. */
  strengths: Readonly<Record<string, number>>;
  evidence: CandidateEvidence[];
  /** What makes it the same finding another time. */
  identity: string;
}

interface LineFinding extends CandidateEvidence {
  category: Category;
  pattern: string;
  strength: number;
}

/** A finding with one pattern, whose evidence is one line that also names it. */
export function makeLineFinding({ category, pattern, strength, ...evidence }: LineFinding): TriageFinding {
  const { line } = evidence;
  return { category, title: line, strengths: { [pattern]: strength }, evidence: [evidence], identity: line };
}

export function makeCandidate(finding: TriageFinding, weights: Weights): Candidate {
  const { category, title, isTitle, strengths, evidence, identity } = finding;
  return {
    category,
    title: isTitle ? title : makeTitle(title),
    score: combineStrengths(Object.entries(strengths).map(([id, own]) => own * (weights[id] ?? 1))),
    evidence,
    fingerprint: fingerprintOf(category, identity),
    patterns: Object.keys(strengths),
  };
}

/** Independent evidence: one strong piece is enough, several are more, none is certain by itself. */
function combineStrengths(strengths: readonly number[]): number {
  // Sorted, so that the order cannot show in the last digits.
  const doubt = strengths
    .toSorted((a, b) => a - b)
    .reduce((product, strength) => product * (1 - Math.min(1, Math.max(0, strength))), 1);
  return Math.round((1 - doubt) * 10_000) / 10_000;
}

/** Of the words alone: case, punctuation and spacing make no new evidence. */
function fingerprintOf(category: Category, words: string): string {
  const lower = words.toLowerCase();
  // The letters of all scripts are a table that takes the engine its time.
  const between = /^[\x00-\x7f]*$/.test(lower) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu;
  return `${category}:${Bun.hash(lower.replace(between, " ").trim()).toString(36)}`;
}

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
