// The contract of a language table: what speaks for a category, and what speaks against it.
import type { Speaker } from "./candidate.ts";
import type { Category } from "./category.ts";
import type { Mood } from "./text/mood.ts";

export interface Signal {
  /** Named in candidates and in the feedback on them. */
  id: string;
  category: Category;
  /** How strong this alone is when the person says it. */
  strength: number;
  /** For the evidence: why it counts. */
  why: string;
  /** Looked for in a clause, without code and quotes. */
  pattern: RegExp;
  /** Must stand in the same sentence or one beside it. */
  near?: RegExp;
  /** On the same line only: in a list of many things, neighbours have nothing to do with each other. */
  sameLine?: boolean;
  /** There also in code and quotes: errors are mostly quoted. */
  nearQuoted?: boolean;
  /** Cancels it when it stands in the same sentence. */
  unless?: RegExp;
  /** Ways of speaking that leave it standing although they stop others. */
  despite?: readonly Mood[];
  /** Only in the mouth of these. */
  who?: readonly Speaker[];
}

/** Counts only beside a signal. */
export interface Booster {
  id: string;
  categories: readonly Category[];
  strength: number;
  why: string;
  pattern: RegExp;
}

/** How a language says that something is not meant, not so, or not the speaker's own. */
export interface MoodTable {
  /** In the whole clause. */
  question: RegExp;
  /** A question in form only. */
  request: RegExp;
  /** In what stands before the signal. */
  hypothetical: RegExp;
  negated: RegExp;
  embedded: RegExp;
  reported: RegExp;
  /** Anywhere in the clause. */
  oneOff: RegExp;
  /** How Claude tells what it does next or has just done. */
  step?: RegExp;
}

export interface Language {
  id: string;
  signals: readonly Signal[];
  boosters: readonly Booster[];
  moods: MoodTable;
  /** Where a sentence turns: what is doubted before it is not doubted after it. */
  turn: RegExp;
}
