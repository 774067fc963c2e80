// The contract of a language table: what speaks for a category, and what speaks against it.

import type { Category } from "../category.ts";
import type { Speaker } from "./candidate.ts";
import type { Mood } from "./text/mood.ts";

/** `P`: patterns as they are written, or as they are used. */
export interface Signal<P = RegExp> {
  /** Named in candidates and in the feedback on them. */
  id: string;
  category: Category;
  /** How strong this alone is when the person says it. */
  strength: number;
  /** For the evidence: why it counts. */
  why: string;
  /** Looked for in a clause, without code and quotes. */
  pattern: P;
  /** Must stand in the same sentence or one beside it. */
  near?: P;
  /** On the same line only: in a list of many things, neighbours have nothing to do with each other. */
  sameLine?: boolean;
  /** There also in code and quotes: errors are mostly quoted. */
  nearQuoted?: boolean;
  /** What must be near is rarer than the words themselves: it is looked for first. */
  nearFirst?: true;
  /** Cancels it when it stands in the same sentence. */
  unless?: P;
  /** Cancels it also when it stands in a sentence beside it. */
  unlessNear?: P;
  /** Judged by what stands close to it: the rest of a long sentence may be about something else. */
  nearby?: true;
  /** Ways of speaking that leave it standing although they stop others. */
  despite?: readonly Mood[];
  /** Words that also tell how things are: none where a fault is told. */
  describes?: true;
  /** Only in the mouth of these. */
  who?: readonly Speaker[];
}

/** Counts only beside a signal. */
export interface Booster<P = RegExp> {
  id: string;
  categories: readonly Category[];
  strength: number;
  why: string;
  pattern: P;
}

/** How a language says that something is not meant, not so, or not the speaker's own. */
export interface MoodTable<P = RegExp> {
  /** In the whole clause. */
  question: P;
  /** A question in form only. */
  request: P;
  /** In what stands before the signal. */
  hypothetical: P;
  negated: P;
  embedded: P;
  reported: P;
  /** Anywhere in the clause. */
  oneOff: P;
  /** Anywhere in the sentence: it is open again, another's to choose, for the moment, or words for others. */
  unsettled: P;
  /** In the next sentence: takes back what was said. */
  takenBack: P;
  /** In the sentence or the next: it is told what goes wrong, not how it shall be. */
  fault: P;
  /** How Claude tells what it does next or has just done. */
  step?: P;
}

export interface Language<P = RegExp> {
  id: string;
  signals: readonly Signal<P>[];
  boosters: readonly Booster<P>[];
  moods: MoodTable<P>;
  /** Where a sentence turns: what is doubted before it is not doubted after it. */
  turn: P;
}
