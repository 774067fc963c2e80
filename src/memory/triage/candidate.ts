// A finding is what a rule found in a session; a candidate is the finding with its score and fingerprint.
import type { Category, Speaker } from "../memory.ts";
import { rankOf, type Source } from "./sources.ts";

/** A factor for the score of each source, learnt from what was accepted and rejected; 1 by default. */
export type Weights = Readonly<Record<string, number>>;

export interface CandidateEvidence {
  /** The words or the command that were found, on one line. */
  line: string;
  who: Speaker;
  /** Why this line is evidence, shown to the user. */
  why: string;
}

/** Values of `why`: the whole message around a quote; Claude's option that was chosen; how the dialog describes it. */
export const MESSAGE = "the full message";
export const OPTION = "how Claude put it";
export const DIALOG = "what the dialog says of it";
export interface Candidate {
  category: Category;
  /** One line. Whoever accepts the candidate may reword it. */
  title: string;
  /** Ranks the inbox, from 0 to 1. */
  score: number;
  evidence: CandidateEvidence[];
  /** Identifies the evidence: the same words give the same fingerprint in every session. */
  fingerprint: string;
  /** The source, as a list of one: earlier versions stored several pattern IDs. */
  patterns: string[];
}

export interface TriageFinding {
  source: Source;
  category: Category;
  title: string;
  evidence: CandidateEvidence[];
  /** The text that the fingerprint is made of. */
  identity: string;
}

export function makeCandidate(finding: TriageFinding, weights: Weights): Candidate {
  const { source, category, title, evidence, identity } = finding;
  return {
    category,
    title,
    score: Math.round(rankOf(source) * (weights[source] ?? 1) * 10_000) / 10_000,
    evidence,
    fingerprint: fingerprintOf(category, identity),
    patterns: [source],
  };
}

/** Case, punctuation and spacing make no difference. */
export function fingerprintOf(category: Category, words: string): string {
  const lower = words.toLowerCase();
  // Unicode classes are slow to compile, so they are used only where needed.
  const between = /^[\x00-\x7f]*$/.test(lower) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu;
  return `${category}:${Bun.hash(lower.replace(between, " ").trim()).toString(36)}`;
}
