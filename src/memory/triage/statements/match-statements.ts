// Finds plain statements in what the user typed, by the patterns in this folder.
import { CATEGORIES } from "../../memory.ts";
import type { TriageFinding } from "../candidate.ts";
import { type Sentence, splitSentences } from "../sentences.ts";
import { makeTitle } from "../title.ts";
import { STATEMENTS, type Statement } from "./statements.ts";

const SENTENCES_BEFORE = 3;
/** Filler words at the beginning of a sentence. */
export const openingPattern = () =>
  /^(?:(?:ok(?:ay)?|so|and|but|also|yes|yeah|no|well|btw|fyi|hey|claude|note|important|remember|to be clear|please|pls|(?:can|could|would|will) you|you (?:should|must|have to|need to)|make sure (?:to|you)|und|bitte|aber|y|pero|por favor)[,:.!–—-]*\s+)+/;

export function matchStatements(text: string): TriageFinding[] {
  const sentences = splitSentences(text);
  return sentences.flatMap((sentence, at) =>
    matchSentence(sentence, sentences.slice(Math.max(0, at - SENTENCES_BEFORE), at)),
  );
}

function matchSentence(sentence: Sentence, before: readonly Sentence[]): TriageFinding[] {
  const isQuestion = /[?？]\s*$|^¿/.test(sentence.masked);
  const point = sentence.masked.replace(openingPattern(), "");
  const context = [...before, sentence];
  const isMatch = ({ words, pattern, unless, after, mayAsk }: Statement) =>
    (mayAsk || !isQuestion) &&
    words.some((word) => point.includes(word)) &&
    pattern().test(point) &&
    !unless?.().test(point) &&
    (after === undefined || context.some(({ plain }) => after().test(plain)));
  return CATEGORIES.flatMap((category) => {
    const main = STATEMENTS[category]?.find(isMatch);
    if (main === undefined) return [];
    const line = main.after ? textFrom(main.after(), context) : sentence.plain;
    return {
      source: "statement",
      category,
      title: makeTitle(line),
      evidence: [{ line, who: "user", why: main.why }],
      identity: line,
    };
  });
}

/** The text from the sentence that matches on. */
function textFrom(pattern: RegExp, sentences: readonly Sentence[]): string {
  const from = sentences.findIndex(({ plain }) => pattern.test(plain));
  return sentences
    .slice(from)
    .map(({ plain }) => plain)
    .join(" ");
}
