// Which signals a sentence has, and means.
import type { Speaker } from "../candidate.ts";
import type { Language as LanguageOf, Signal as SignalOf } from "../signal.ts";
import { around, type Reach } from "./around.ts";
import { find, matches, mayMatch, splitAt } from "./find.ts";
import { isInEarnest } from "./mood.ts";
import type { Pattern } from "./pattern.ts";
import type { Sentence } from "./sentences.ts";

export type Language = LanguageOf<Pattern>;
export type Signal = SignalOf<Pattern>;

export interface Fired {
  signal: Signal;
  /** The sentence. */
  at: number;
}

const FAR = { before: 4, after: 1 };

export function signalsIn(
  language: Language,
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
  for (const signal of signals) {
    if (!mayMatch(signal.pattern, sentence.masked)) continue;
    const near = signal.near && around(sentences, at, { ...FAR, ...reachOf(signal) });
    if (signal.near && !mayMatch(signal.near, near ?? "")) continue;
    clauses ??= splitAt(language.turn, sentence.masked);
    if (!isMeant(language, signal, sentence, clauses, who)) continue;
    // Only now: nearly all sentences have no signal at all.
    if (signal.unless && matches(signal.unless, sentence.masked)) continue;
    if (signal.near && !matches(signal.near, near ?? "")) continue;
    if (signal.category === "DECISION" && isTakenAway(language, signal, sentences, at, who)) continue;
    fired.push({ signal, at });
  }
  return fired;
}

/** In one of its clauses, and in earnest. */
function isMeant(
  language: Language,
  signal: Signal,
  { masked, option }: Sentence,
  clauses: readonly string[],
  who: Speaker,
): boolean {
  for (let place = 0; place < clauses.length; place++) {
    const text = clauses[place] ?? "";
    const match = find(signal.pattern, text);
    if (!match) continue;
    const clause = { text, asks: place === clauses.length - 1 && asks(masked), option, who };
    const before = text.slice(0, match.index + match[0].length);
    if (isInEarnest(language.moods, clause, { before, signal: match[0] }, signal)) return true;
  }
  return false;
}

function asks(sentence: string): boolean {
  const bare = sentence.trimEnd();
  return bare.endsWith("?") || bare.endsWith("？");
}

/** What is said around a choice can leave nothing of it. */
function isTakenAway(
  { moods }: Language,
  { describes }: Signal,
  sentences: readonly Sentence[],
  at: number,
  who: Speaker,
): boolean {
  const said = sentences[at]?.masked ?? "";
  const next = sentences[at + 1]?.masked ?? "";
  return (
    matches(moods.unsettled, said) ||
    matches(moods.takenBack, next) ||
    // What Claude asks about right after it is a proposal.
    (who === "claude" && asks(next)) ||
    (describes === true && (matches(moods.fault, said) || matches(moods.fault, next)))
  );
}

function reachOf({ nearQuoted, sameLine }: Signal): Pick<Reach, "lines" | "quoted"> {
  return { lines: !sameLine, quoted: nearQuoted ?? false };
}
