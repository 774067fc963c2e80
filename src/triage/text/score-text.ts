// What the words of one utterance say for each category.
import type { Candidate, Evidence, Speaker } from "../candidate.ts";
import type { Category } from "../category.ts";
import { noisyOr } from "../combine.ts";
import { fingerprintOf } from "../fingerprint.ts";
import type { Language as LanguageOf, Signal as SignalOf } from "../signal.ts";
import { makeTitle } from "../title.ts";
import { type Weights, weightOf } from "../weights.ts";
import { find, matches, mayMatch, splitAt } from "./find.ts";
import { type Mood, moodsOf } from "./mood.ts";
import type { Pattern } from "./pattern.ts";
import { type Sentence, splitSentences } from "./sentences.ts";
import { signalsFor } from "./signal-index.ts";
import { TABLES } from "./tables.generated.ts";
import type { Utterance } from "./utterance.ts";

type Language = LanguageOf<Pattern>;
type Signal = SignalOf<Pattern>;

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

export function scoreText(utterance: Utterance, weights: Weights): Candidate[] {
  const sentences = splitSentences(utterance.text);
  const candidates: Candidate[] = [];
  if (sentences.length === 0) return candidates;
  const possible = signalsFor(joinMasked(sentences));
  if (possible.size === 0) return candidates;
  for (const language of TABLES) {
    const signals: Signal[] = [];
    for (const signal of language.signals)
      if (possible.has(signal) && (!signal.who || signal.who.includes(utterance.who))) signals.push(signal);
    if (signals.length === 0) continue;
    const fired: Fired[] = [];
    for (let at = 0; at < sentences.length; at++)
      fired.push(...signalsIn(language, signals, sentences, at, utterance.who));
    for (const group of fired.length === 0 ? [] : groupByPlace(fired))
      candidates.push(toCandidate(language, sentences, group, utterance, weights));
  }
  return candidates;
}

function joinMasked(sentences: readonly Sentence[]): string {
  let text = "";
  for (const { masked } of sentences) text += `${masked}\n`;
  return text;
}

function signalsIn(
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
    const moods = moodsOf(language.moods, clause, before, match[0], signal.category === "PREFERENCE");
    if (leaveStanding(moods, signal)) return true;
  }
  return false;
}

function leaveStanding(moods: readonly Mood[], { despite, category }: Signal): boolean {
  for (const mood of moods)
    if (!despite?.includes(mood) && (mood !== "oneOff" || category === "PREFERENCE")) return false;
  return true;
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

function isNear(distance: number): boolean {
  return distance >= -LINES_BEFORE && distance <= LINES_AFTER;
}

/** In the lines around it, and not too many sentences away. */
function around(sentences: readonly Sentence[], at: number, { before, after, lines, quoted }: Reach): string {
  const line = sentences[at]?.line ?? 0;
  const said: string[] = [];
  for (const other of sentences.slice(at > before ? at - before : 0, at + after + 1))
    if (!lines ? other.line === line : isNear(other.line - line))
      said.push(quoted ? other.plain : other.masked);
  return said.join("\n");
}

/** What stands side by side for the same category is one finding. */
function groupByPlace(fired: readonly Fired[]): Fired[][] {
  const groups: Fired[][] = [];
  for (const one of fired) {
    const near = groupOf(one, groups);
    if (near) near.push(one);
    else groups.push([one]);
  }
  return groups;
}

function groupOf({ signal, at }: Fired, groups: readonly Fired[][]): Fired[] | undefined {
  for (const group of groups)
    if (group[0]?.signal.category === signal.category && at - (group.at(-1)?.at ?? 0) <= 1) return group;
  return undefined;
}

function toCandidate(
  language: Language,
  sentences: readonly Sentence[],
  group: readonly Fired[],
  { who, weight }: Utterance,
  weights: Weights,
): Candidate {
  const category: Category = group[0]?.signal.category ?? "DECISION";
  // In the order of the text.
  const first = group[0]?.at ?? 0;
  const last = group.at(-1)?.at ?? first;
  const window =
    around(sentences, first, BESIDE) + (last > first ? `\n${around(sentences, last, BESIDE)}` : "");
  const signals = strongestOfEach(group);
  const patterns: string[] = [];
  const strengths: number[] = [];
  const count = ({ id, strength }: { id: string; strength: number }) => {
    patterns.push(id);
    strengths.push(strength * weight * weightOf(weights, id));
  };
  for (const { signal } of signals) count(signal);
  let reasons = "";
  for (const booster of language.boosters) {
    if (!booster.categories.includes(category) || !matches(booster.pattern, window)) continue;
    count(booster);
    reasons += `, ${booster.why}`;
  }
  const line = sentences[strongestOf(signals).at]?.plain ?? "";
  const isPair = hasPair(signals);
  // A pair is named by both of its halves: "fixed by deleting it" says nothing alone.
  const said = isPair ? spanOf(sentences, first, last) : line;
  const score = noisyOr(strengths);
  return {
    category,
    title: makeTitle(isPair && line.length < SHORT_LINE ? said : line),
    score: weight < HARDLY_BELIEVED && score > MOST_OF_OTHERS ? MOST_OF_OTHERS : score,
    evidence: evidenceOf(sentences, signals, who, reasons),
    fingerprint: fingerprintOf(category, said),
    patterns,
  };
}

/** One for each sentence. */
function evidenceOf(
  sentences: readonly Sentence[],
  signals: readonly Fired[],
  who: Speaker,
  reasons: string,
): Evidence[] {
  const evidence: Evidence[] = [];
  const lines: string[] = [];
  for (const { signal, at } of signals) {
    const line = sentences[at]?.plain ?? "";
    if (lines.includes(line)) continue;
    lines.push(line);
    evidence.push({ line, who, why: signal.why + reasons });
  }
  return evidence;
}

/** The first of those. */
function strongestOf(signals: readonly Fired[]): Fired {
  let best = signals[0] as Fired;
  for (const one of signals) if (one.signal.strength > best.signal.strength) best = one;
  return best;
}

function hasPair(signals: readonly Fired[]): boolean {
  for (const { signal } of signals) if (signal.near !== undefined) return true;
  return false;
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
  const seen: Signal[] = [];
  const once: Fired[] = [];
  for (const one of group) {
    if (seen.includes(one.signal)) continue;
    seen.push(one.signal);
    once.push(one);
  }
  return once;
}
