// Which signals a sentence has, and means.
import type { Speaker } from "../candidate.ts";
import { around, type Reach } from "./around.ts";
import { find, matches, mayMatch, splitAt } from "./find.ts";
import { isInEarnest } from "./mood.ts";
import { partAround } from "./part-around.ts";
import type { Sentence } from "./sentences.ts";
import type { Table } from "./table.ts";
import type { Signal } from "./texts.ts";

export interface Fired {
  signal: Signal;
  /** The sentence. */
  at: number;
  /** What is said beside it leaves nothing of it. */
  isTaken: boolean;
}

/** What of a sentence a signal is judged by. */
interface Meant {
  own: string;
  /** With the reason that follows. */
  with: string;
}

const MOST_DESCRIBING = 14;
const CLOSE_BEFORE = 12;
const CLOSE_AFTER = 70;
const FAR = { before: 4, after: 1 };
const BESIDE: Reach = { before: 1, after: 1, lines: true, quoted: false };

export function signalsIn(
  language: Table,
  signals: readonly Signal[],
  sentences: readonly Sentence[],
  at: number,
  who: Speaker,
): Fired[] {
  const fired: Fired[] = [];
  const sentence = sentences[at];
  // What Claude ends with a colon introduces something; it does not stand for itself.
  if (!sentence || (who === "claude" && sentence.masked.endsWith(":"))) return fired;
  let clauses: string[] | null = null;
  const isLong = sentences.length > MOST_DESCRIBING;
  for (const signal of signals) {
    // Who explains or pastes how something works, describes.
    if (isLong && signal.describes && signal.nearby) continue;
    if (!mayMatch(signal.pattern, sentence.masked)) continue;
    const near = signal.near === undefined ? "" : around(sentences, at, { ...FAR, ...reachOf(signal) });
    if (signal.near && !mayMatch(signal.near, near)) continue;
    if (signal.near && signal.nearFirst && !matches(signal.near, near)) continue;
    clauses ??= splitAt(language.turn, sentence.masked);
    const meant = meantPart(language, signal, sentence, clauses, who);
    if (meant === null) continue;
    // Only now: nearly all sentences have no signal at all.
    if (signal.unless && matches(signal.unless, meant.own)) continue;
    if (signal.near && !signal.nearFirst && !matches(signal.near, near)) continue;
    const isTaken =
      (signal.unlessNear !== undefined && matches(signal.unlessNear, around(sentences, at, BESIDE))) ||
      (signal.category === "DECISION" && isTakenAway(language, signal, sentences, at, who, meant.with));
    fired.push({ signal, at, isTaken });
  }
  return fired;
}

/** What of the sentence it is judged by, when one of its clauses has it in earnest. */
function meantPart(
  language: Table,
  signal: Signal,
  { masked, option }: Sentence,
  clauses: readonly string[],
  who: Speaker,
): Meant | null {
  for (let place = 0; place < clauses.length; place++) {
    const text = clauses[place] ?? "";
    const match = find(signal.pattern, text);
    if (!match) continue;
    const clause = { text, asks: place === clauses.length - 1 && asks(masked), option, who };
    const end = match.index + match[0].length;
    const said = { before: text.slice(0, end), signal: match[0] };
    if (!signal.nearby) {
      if (isInEarnest(language.moods, clause, said, signal)) return { own: masked, with: masked };
      continue;
    }
    const part = partAround(text, match.index, end);
    if (part === null || matches(language.moods.reported, said.before)) continue;
    const own = { ...clause, text: part.text, asks: clause.asks && !part.isApart };
    const inPart = {
      before: text.slice(part.from, end),
      signal: text.slice(Math.max(part.from, match.index), end),
    };
    if (isInEarnest(language.moods, own, inPart, signal)) return closeTo(text, match.index, end);
  }
  return null;
}

function closeTo(text: string, start: number, end: number): Meant {
  const before = text.slice(Math.max(0, start - CLOSE_BEFORE), end);
  const after = text.slice(end, end + CLOSE_AFTER);
  const stop = after.search(/[,;:(]|\s(?:because|since)\s/);
  return { own: before + (stop === -1 ? after : after.slice(0, stop)), with: before + after };
}

function asks(sentence: string): boolean {
  const bare = sentence.trimEnd();
  return bare.endsWith("?") || bare.endsWith("？");
}

/** What is said around a choice can leave nothing of it. */
function isTakenAway(
  { moods }: Table,
  { describes, nearby }: Signal,
  sentences: readonly Sentence[],
  at: number,
  who: Speaker,
  meant: string,
): boolean {
  const said = sentences[at]?.masked ?? "";
  const next = sentences[at + 1]?.masked ?? "";
  return (
    matches(moods.unsettled, said) ||
    matches(moods.takenBack, next) ||
    // What Claude asks about right after it is a proposal.
    (who === "claude" && asks(next) && !goesOn(next)) ||
    (describes === true &&
      (matches(moods.fault, meant) || ((!nearby || followsUp(next)) && matches(moods.fault, next))))
  );
}

/** It asks about what comes next, not about what it said. */
function goesOn(question: string): boolean {
  return /\b(?:continue|next|move on|moving on|commit|push|run|also|tests?|start|proceed|go on|now|look at|open|pr|deploy|anything else|remaining|rest|another|same for)\b/.test(
    question,
  );
}

/** The next sentence goes on about the same thing. */
function followsUp(next: string): boolean {
  return /^(?:that|this|it|which|but|why|how|no wonder|fix|shouldn't|should|and (?:that|it|then))\b/.test(
    next,
  );
}

function reachOf({ nearQuoted, sameLine }: Signal): Pick<Reach, "lines" | "quoted"> {
  return { lines: !sameLine, quoted: nearQuoted ?? false };
}
