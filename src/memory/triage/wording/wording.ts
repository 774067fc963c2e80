// What a short message is weighed by: its words, without what is code, quoted, pasted or one of several options.
import { type Sentence, splitSentences } from "../text/sentences.ts";
import type { Utterance } from "../text/utterance.ts";
import { featuresOf, wordsOf } from "./features.ts";

export interface Wording {
  sentences: readonly Sentence[];
  words: ReadonlySet<string>;
  features: ReadonlySet<string>;
}

const LEAST_WORDS = 5;
const MOST_WORDS = 120;
/** What is pasted, and what is so long that it may be, is no wording of theirs. */
const LEAST_WEIGHT = 0.8;
const MOST_LINES = 6;

/** null: too short or too long, a question, the beginning of a list, or shown rather than said. */
export function wordingOf({ who, text, weight }: Utterance): Wording | null {
  if ((who !== "user" && who !== "claude") || weight < LEAST_WEIGHT) return null;
  if (text.includes("://")) return null;
  const sentences = splitSentences(text).filter(({ option }) => !option);
  const last = sentences.at(-1)?.masked.at(-1) ?? "?";
  if (last === "?" || last === ":" || (sentences.at(-1)?.line ?? 0) >= MOST_LINES) return null;
  const words = sentences.flatMap(({ masked }) => wordsOf(masked));
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS) return null;
  return { sentences, words: new Set(words), features: featuresOf(words, who) };
}
