// One finding from the signals that stand together.

import type { Category } from "../../category.ts";
import type { Candidate, Evidence, Speaker } from "../candidate.ts";
import { noisyOr } from "../combine.ts";
import { fingerprintOf } from "../fingerprint.ts";
import { isPlainlySaid } from "../plain-signals.ts";
import { makeTitle } from "../title.ts";
import { type Weights, weightOf } from "../weights.ts";
import { around, type Reach } from "./around.ts";
import { matches } from "./find.ts";
import type { Fired } from "./fired-signals.ts";
import type { Sentence } from "./sentences.ts";
import type { Table } from "./table.ts";
import type { Signal } from "./texts.ts";
import type { Utterance } from "./utterance.ts";

/** What boosts a signal stands closer than what makes a pair with it. */
const BESIDE: Reach = { before: 2, after: 1, lines: true, quoted: false };
/** Words of a tool's output or of a pasted text may support, never carry. */
const HARDLY_BELIEVED = 0.5;
const MOST_OF_OTHERS = 0.3;
const SHORT_LINE = 50;
/** In sentences. */
const FARTHEST_HALF = 4;

export function toCandidate(
  language: Table,
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
  const score = noisyOr(strengths);
  return {
    category,
    title: makeTitle(hasPair(signals) && line.length < SHORT_LINE ? spanOf(sentences, first, last) : line),
    score: weight < HARDLY_BELIEVED && score > MOST_OF_OTHERS ? MOST_OF_OTHERS : score,
    evidence: evidenceOf(sentences, signals, who, reasons),
    fingerprint: fingerprintOf(category, saidIn(sentences, signals)),
    patterns,
  };
}

/**
 * What makes it this finding and no other: by its strongest plain signal, where it has one, so that it is the same for a stop
 * that goes by these alone. A pair is known by both of its halves: "fixed by deleting it" says nothing alone.
 */
function saidIn(sentences: readonly Sentence[], signals: readonly Fired[]): string {
  const plain: Fired[] = [];
  for (const one of signals) if (isPlainlySaid(one.signal.id)) plain.push(one);
  const { signal, at } = strongestOf(plain.length > 0 ? plain : signals);
  if (signal.near === undefined) return sentences[at]?.plain ?? "";
  let from = at;
  while (from > 0 && at - from < FARTHEST_HALF && sentences[from - 1]?.line === sentences[at]?.line) from--;
  return spanOf(sentences, from, at);
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
