// What readers find in a session, and the candidate it becomes, with a score and a fingerprint.
import type { Config } from "../../config/schema.ts";
import { CATEGORIES, type Category, type Speaker } from "../memory.ts";
import { precisionOf, type Source } from "./sources.ts";

/** From feedback: how much each source counts, 1 by default. */
export type Weights = Readonly<Record<string, number>>;

export interface CandidateEvidence {
  /** What was said or done, on one line. */
  line: string;
  who: Speaker;
  /** Why it counts. */
  why: string;
}

/** Why a line is there: the message that the words before stand in; an option of Claude's that was chosen, and what its dialog says. */
export const MESSAGE = "the message it stands in";
export const OPTION = "how Claude put it";
export const DIALOG = "what the dialog says of it";
/** The person's words beside a cause of Claude's: they say nothing of the cause. */
export const REPORT = "what you reported";

export interface Candidate {
  category: Category;
  /** One line, proposed: a person or Claude may word it better. */
  title: string;
  /** The share of its source's findings that were worth remembering in real sessions. */
  score: number;
  evidence: CandidateEvidence[];
  /** The same evidence has the same one, whatever stands around it. */
  fingerprint: string;
  /** Its source, as a list: candidates of earlier versions had several patterns. */
  patterns: string[];
}

export interface TriageFinding {
  source: Source | "session-summary";
  category: Category;
  title: string;
  evidence: CandidateEvidence[];
  /** What makes it the same finding another time. */
  identity: string;
  /** Instead of the precision of its source. */
  strength?: number;
}

export function makeCandidate(finding: TriageFinding, weights: Weights): Candidate {
  const { source, category, title, evidence, identity, strength } = finding;
  const score = strength ?? (source === "session-summary" ? 0 : precisionOf(source));
  return {
    category,
    title,
    score: Math.round(score * (weights[source] ?? 1) * 10_000) / 10_000,
    evidence,
    fingerprint: fingerprintOf(category, identity),
    patterns: [source],
  };
}

/** Of the words alone: case, punctuation and spacing make no new evidence. */
function fingerprintOf(category: Category, words: string): string {
  const lower = words.toLowerCase();
  // The letters of all scripts are a table that takes the engine its time.
  const between = /^[\x00-\x7f]*$/.test(lower) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu;
  return `${category}:${Bun.hash(lower.replace(between, " ").trim()).toString(36)}`;
}

export type TriageThresholds = Config["triage"]["thresholds"];

export interface CategoryScore {
  score: number;
  evidence: CandidateEvidence[];
}

const MAX_EVIDENCE = 20;

/** A category has the score of the best that was found for it. */
export function scoreCategories(found: readonly Candidate[]): Record<Category, CategoryScore> {
  const scores = {} as Record<Category, CategoryScore>;
  for (const category of CATEGORIES) {
    const own = found.filter((one) => one.category === category).toSorted((a, b) => b.score - a.score);
    scores[category] = {
      score: own[0]?.score ?? 0,
      evidence: own.flatMap(({ evidence }) => evidence).slice(0, MAX_EVIDENCE),
    };
  }
  return scores;
}
