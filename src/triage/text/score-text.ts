// What the words of one utterance say for each category.
import type { Candidate, Evidence } from "../candidate.ts";
import type { Category } from "../category.ts";
import { noisyOr } from "../combine.ts";
import { fingerprintOf } from "../fingerprint.ts";
import type { Language, Signal } from "../signal.ts";
import { makeTitle } from "../title.ts";
import { type Weights, weightOf } from "../weights.ts";
import { find, matches, mayMatch } from "./find.ts";
import { moodsOf } from "./mood.ts";
import { type Sentence, splitSentences } from "./sentences.ts";
import type { Utterance } from "./utterance.ts";

interface Reach {
  /** In sentences. */
  before: number;
  after: number;
  /** The lines around count too. */
  lines: boolean;
  quoted: boolean;
}

interface Fired {
  signal: Signal;
  at: number;
}

/** A window of four lines. */
const LINES_BEFORE = 2;
const LINES_AFTER = 1;
/** What boosts a signal stands closer than what makes a pair with it. */
const BESIDE: Reach = { before: 2, after: 1, lines: true, quoted: false };
const FAR = { before: 4, after: 1 };
/** Words of a tool's output or of a pasted text may support, never carry. */
const HARDLY_BELIEVED = 0.5;
const MOST_OF_OTHERS = 0.3;
const SHORT_LINE = 50;

export function scoreText(
  utterance: Utterance,
  languages: readonly Language[],
  weights: Weights,
): Candidate[] {
  const sentences = splitSentences(utterance.text);
  const candidates: Candidate[] = [];
  for (const language of languages) {
    const fired = sentences.flatMap((_, at) => signalsIn(language, sentences, at, utterance));
    for (const group of groupByPlace(fired)) {
      candidates.push(toCandidate(language, sentences, group, utterance, weights));
    }
  }
  return candidates;
}

function signalsIn(
  language: Language,
  sentences: readonly Sentence[],
  at: number,
  { who }: Utterance,
): Fired[] {
  const sentence = sentences[at];
  // What Claude ends with a colon introduces something; it does not stand for itself.
  if (!sentence || (who === "claude" && sentence.masked.endsWith(":"))) return [];
  const asks = /[?？]\s*$/.test(sentence.masked);
  const clauses = sentence.masked.split(language.turn);
  return language.signals.flatMap((signal) => {
    if (signal.who && !signal.who.includes(who)) return [];
    if (!mayMatch(signal.pattern, sentence.masked)) return [];
    const near = signal.near && around(sentences, at, { ...FAR, ...reachOf(signal) });
    if (signal.near && !mayMatch(signal.near, near ?? "")) return [];
    const isMeant = clauses.some((text, place) => {
      const match = find(signal.pattern, text);
      if (!match) return false;
      const clause = { text, asks: asks && place === clauses.length - 1, option: sentence.option, who };
      const before = text.slice(0, match.index + match[0].length);
      const moods = moodsOf(language.moods, clause, before, match[0], signal.category === "PREFERENCE");
      return moods.every(
        (mood) => signal.despite?.includes(mood) || (mood === "oneOff" && signal.category !== "PREFERENCE"),
      );
    });
    // Only now: nearly all sentences have no signal at all.
    if (!isMeant || (signal.unless && matches(signal.unless, sentence.masked))) return [];
    if (signal.near && !matches(signal.near, near ?? "")) return [];
    return [{ signal, at }];
  });
}

function reachOf({ nearQuoted, sameLine }: Signal): Pick<Reach, "lines" | "quoted"> {
  return { lines: !sameLine, quoted: nearQuoted ?? false };
}

function isNear(distance: number): boolean {
  return distance >= -LINES_BEFORE && distance <= LINES_AFTER;
}

/** In the lines around it, and not too many sentences away. */
function around(sentences: readonly Sentence[], at: number, { before, after, lines, quoted }: Reach): string {
  const line = sentences[at]?.line ?? 0;
  return sentences
    .slice(Math.max(0, at - before), at + after + 1)
    .filter((other) => (!lines ? other.line === line : isNear(other.line - line)))
    .map(({ masked, plain }) => (quoted ? plain : masked))
    .join("\n");
}

/** What stands side by side for the same category is one finding. */
function groupByPlace(fired: readonly Fired[]): Fired[][] {
  const groups: Fired[][] = [];
  for (const one of fired.toSorted((a, b) => a.at - b.at)) {
    const near = groups.find(
      (group) => group[0]?.signal.category === one.signal.category && one.at - (group.at(-1)?.at ?? 0) <= 1,
    );
    if (near) near.push(one);
    else groups.push([one]);
  }
  return groups;
}

function toCandidate(
  language: Language,
  sentences: readonly Sentence[],
  group: readonly Fired[],
  { who, weight }: Utterance,
  weights: Weights,
): Candidate {
  const category: Category = group[0]?.signal.category ?? "DECISION";
  const first = Math.min(...group.map(({ at }) => at));
  const last = Math.max(...group.map(({ at }) => at));
  const window =
    around(sentences, first, BESIDE) + (last > first ? `\n${around(sentences, last, BESIDE)}` : "");
  const boosters = language.boosters.filter(
    ({ categories, pattern }) => categories.includes(category) && matches(pattern, window),
  );
  const signals = strongestOfEach(group);
  const strengths = [...signals.map(({ signal }) => signal), ...boosters].map(
    ({ id, strength }) => strength * weight * weightOf(weights, id),
  );
  const main = signals.toSorted((a, b) => b.signal.strength - a.signal.strength || a.at - b.at)[0];
  const line = sentences[main?.at ?? first]?.plain ?? "";
  // A pair is named by both of its halves: "fixed by deleting it" says nothing alone.
  const isPair = signals.some(({ signal }) => signal.near !== undefined);
  const said = isPair ? spanOf(sentences, first, last) : line;
  const evidence = signals.map(({ signal, at }): Evidence => {
    const why = [signal.why, ...boosters.map((booster) => booster.why)].join(", ");
    return { line: sentences[at]?.plain ?? "", who, why };
  });
  return {
    category,
    title: makeTitle(isPair && line.length < SHORT_LINE ? said : line),
    score: Math.min(weight < HARDLY_BELIEVED ? MOST_OF_OTHERS : 1, noisyOr(strengths)),
    evidence: distinct(evidence),
    fingerprint: fingerprintOf(category, said),
    patterns: [...signals.map(({ signal }) => signal.id), ...boosters.map(({ id }) => id)],
  };
}

/** With the sentence before, where it stands on the same line or the one above. */
function spanOf(sentences: readonly Sentence[], first: number, last: number): string {
  const line = sentences[first]?.line ?? 0;
  const from = (sentences[first - 1]?.line ?? -9) >= line - 1 ? first - 1 : first;
  return sentences
    .slice(from, last + 1)
    .map(({ plain }) => plain)
    .join(" ");
}

/** A signal that fires twice side by side says the same again. */
function strongestOfEach(group: readonly Fired[]): Fired[] {
  return group.filter(({ signal }, place) => group.findIndex((other) => other.signal === signal) === place);
}

function distinct(evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter(({ line }, place) => evidence.findIndex((other) => other.line === line) === place);
}
