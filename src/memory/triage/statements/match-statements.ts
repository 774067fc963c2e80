// What the person states plainly: a sentence they typed that says in so many words what it is.
import type { Category } from "../../memory.ts";
import type { TriageFinding } from "../candidate.ts";
import { type Sentence, splitSentences, startsWithAny } from "../sentences.ts";
import { makeTitle } from "../title.ts";
import type { Utterance } from "../utterances.ts";
import {
  CONSTRAINT_STATEMENTS,
  DECISION_STATEMENTS,
  RUNBOOK_STATEMENTS,
  TECH_DEBT_STATEMENTS,
} from "./facts.ts";
import { PREFERENCE_STATEMENTS } from "./preference.ts";

export interface Statement {
  /** Shown with the evidence: why it counts. */
  why: string;
  /** One of these is in every such sentence: without it, the pattern is not even compiled. */
  words?: readonly string[];
  /** Looked for in one sentence, in lower case, without code and quotes and without an opening like "ok, please". */
  pattern: () => RegExp;
  /** No statement when this is in the sentence as well. */
  unless?: () => RegExp;
  /** Needs this in the sentence or shortly before it, be it in code or quotes. */
  after?: () => RegExp;
  /** A question in form only: "could you always …?" */
  mayAsk?: true;
}

const STATEMENTS: readonly (readonly [Category, readonly Statement[]])[] = [
  ["DECISION", DECISION_STATEMENTS],
  ["RUNBOOK", RUNBOOK_STATEMENTS],
  ["CONSTRAINT", CONSTRAINT_STATEMENTS],
  ["TECH_DEBT", TECH_DEBT_STATEMENTS],
  ["PREFERENCE", PREFERENCE_STATEMENTS],
];
const SENTENCES_BEFORE = 3;
/** What people say before they come to the point. */
const OPENINGS =
  "ok|so|and|but|also|ye|no|well|btw|fyi|hey|claude|important|remember|to be|please|pls|can|could|would|will|you|make|und|bitte|aber|y|pero|por".split(
    "|",
  );
const openingPattern = () =>
  /^(?:(?:ok(?:ay)?|so|and|but|also|yes|yeah|no|well|btw|fyi|hey|claude|note|important|remember|to be clear|please|pls|(?:can|could|would|will) you|you (?:should|must|have to|need to)|make sure (?:to|you)|und|bitte|aber|y|pero|por favor)[,:.!–—-]*\s+)+/;

export function matchStatements({ who, text, isPasted }: Utterance): TriageFinding[] {
  if (who !== "user" || isPasted) return [];
  const sentences = splitSentences(text);
  return sentences.flatMap((sentence, at) =>
    sentence.isOption ? [] : matchSentence(sentence, sentences.slice(Math.max(0, at - SENTENCES_BEFORE), at)),
  );
}

function matchSentence(sentence: Sentence, before: readonly Sentence[]): TriageFinding[] {
  const isQuestion = /[?？]\s*$|^¿/.test(sentence.masked);
  const isOpened = startsWithAny(sentence.masked, OPENINGS);
  const point = isOpened ? sentence.masked.replace(openingPattern(), "") : sentence.masked;
  const context = [...before, sentence];
  return STATEMENTS.flatMap(([category, statements]) => {
    const isMatch = ({ words, pattern, unless, after, mayAsk }: Statement) =>
      (mayAsk || !isQuestion) &&
      (words?.some((word) => point.includes(word)) ?? true) &&
      pattern().test(point) &&
      !unless?.().test(point) &&
      (after === undefined || context.some(({ plain }) => after().test(plain)));
    const main = statements.find(isMatch);
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

/** From the sentence that has it on. */
function textFrom(pattern: RegExp, sentences: readonly Sentence[]): string {
  const from = sentences.findIndex(({ plain }) => pattern.test(plain));
  return sentences
    .slice(from)
    .map(({ plain }) => plain)
    .join(" ");
}
