// A finding is what a rule found in a session; a candidate is the finding with its fingerprint.
import type { Category, Speaker } from "../memory.ts";
import type { Source } from "./sources.ts";

export interface CandidateEvidence {
  /** The words or the command that were found, on one line. */
  line: string;
  who: Speaker;
  /** Why this line is evidence, shown to the user. */
  why: string;
  /** When the first line was said, in milliseconds since 1970. */
  at?: number;
}

/** Values of `why`: the whole message around a quote; Claude's option that was chosen; how the dialog describes it. */
export const MESSAGE = "the full message";
export const OPTION = "how the agent put it";
export const DIALOG = "what the dialog says of it";
export interface Candidate {
  category: Category;
  /** One line. Whoever accepts the candidate may reword it. */
  title: string;
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

/** `at`: when it was said; null if that is unknown. */
export function makeCandidate(
  { source, category, title, evidence, identity }: TriageFinding,
  at: number | null,
): Candidate {
  return {
    category,
    title,
    evidence: evidence.map((one, n) => (n === 0 && at !== null ? { ...one, at } : one)),
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
