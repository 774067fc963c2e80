// What no pattern hears, but what is worded as such things are; and what a pattern hears, but is worded like nothing of
// the kind. Weaker evidence than a clear pattern, in both directions.

import type { Category } from "../../category.ts";
import type { Candidate, Speaker } from "../candidate.ts";
import { fingerprintOf } from "../fingerprint.ts";
import type { Sentence } from "../text/sentences.ts";
import type { Utterance } from "../text/utterance.ts";
import { makeTitle } from "../title.ts";
import { type Weights, weightOf } from "../weights.ts";
import { featuresOf, wordsOf } from "./features.ts";
import { isFamiliar, type Told, weigh } from "./weigh.ts";
import { type Wording, wordingOf } from "./wording.ts";

interface Kind {
  category: Told;
  /** From which weight on it counts. */
  least: number;
  /** A fault and its remedy take some words. */
  leastWords?: number;
  why: string;
}

const KINDS: readonly Kind[] = [
  { category: "DECISION", least: -0.75, why: "worded as decisions are" },
  { category: "RUNBOOK", least: -0.5, leastWords: 11, why: "worded as a fault and its remedy are" },
  { category: "CONSTRAINT", least: 0, why: "worded as limits are" },
  { category: "TECH_DEBT", least: -0.1, why: "worded as debts are" },
  { category: "PREFERENCE", least: 0, why: "worded as wishes are" },
];
const STRENGTH = 0.52;
const HEARD = 0.4;
const WEAK = 0.5;
/** Where something is heard already, another thing must be so much plainer; where it is heard clearly, there is no other. */
const PLAINER = 1;
const CLEAR = 0.8;
/** Claude tells much in passing. */
const BY_CLAUDE = 0.5;
/** Few words may be like it by chance. */
const FEW = 6;
/** How unlike the wording may be of what is only just heard, and how much more for what is heard clearly. */
const UNLIKE = -2.5;
const UNLIKE_MORE = -5;
/** Beside what it clearly is, it may be this as well, but not by half a word. */
const UNLIKE_BESIDE = -1;
const LONGEST_LINE = 300;
/** So much is named by all of it, more by the sentence that tells it most, with what stands before it if that is little. */
const WHOLE = 120;
const LITTLE = 60;

interface Known {
  /** By what was done, or said to each other. */
  done: readonly Candidate[];
  /** By patterns, in these words. */
  said: readonly Candidate[];
  /** What of it is known from before, or was taken back. */
  settled: readonly Category[];
}

/** What is known, without what the words do not bear out, and what nobody heard. */
export function weighWording(
  utterance: Utterance,
  { done, said, settled }: Known,
  weights: Weights,
): Candidate[] {
  const wording = wordingOf(utterance);
  if (wording === null || !isFamiliar(wording.words)) return [...done, ...said];
  const kept = [...done];
  for (const one of said) if (isCredible(one, wording, said)) kept.push(one);
  const best = likest(wording, utterance.who, kept, settled);
  if (best !== null) kept.push(toCandidate(best, wording, utterance, weights));
  return kept;
}

function isCredible(
  { category, score }: Candidate,
  { features }: Wording,
  heard: readonly Candidate[],
): boolean {
  if (category === "SESSION_SUMMARY") return true;
  const isClear = heard.some((other) => other.category !== category && other.score >= CLEAR);
  const least = isClear && score < WEAK ? UNLIKE_BESIDE : UNLIKE + UNLIKE_MORE * (score - HEARD);
  return weigh(category, features) > least;
}

function likest(
  { words, features }: Wording,
  who: Speaker,
  kept: readonly Candidate[],
  settled: readonly Category[],
): Kind | null {
  const heard = Math.max(0, ...kept.map(({ score }) => score));
  if (heard >= CLEAR) return null;
  const more = (heard >= HEARD ? PLAINER : 0) + (who === "claude" ? BY_CLAUDE : 0) + FEW / words.size;
  let best: Kind | null = null;
  let most = 0;
  for (const kind of KINDS) {
    const isHeard = kept.some(({ category, score }) => category === kind.category && score >= HEARD);
    if (isHeard || settled.includes(kind.category) || words.size < (kind.leastWords ?? 0)) continue;
    const over = weigh(kind.category, features) - kind.least - more;
    if (over < most) continue;
    best = kind;
    most = over;
  }
  return best;
}

function toCandidate(
  { category, why }: Kind,
  { sentences }: Wording,
  { who }: Utterance,
  weights: Weights,
): Candidate {
  const id = `${category.toLowerCase().replace("_", "-")}.wording`;
  const line = sentences.map(({ plain }) => plain).join(" ");
  return {
    category,
    title: makeTitle(line.length <= WHOLE ? line : tellingPart(category, sentences, who)),
    score: STRENGTH * weightOf(weights, id),
    evidence: [{ line: line.slice(0, LONGEST_LINE), who, why }],
    fingerprint: fingerprintOf(category, line),
    patterns: [id],
  };
}

function tellingPart(category: Told, sentences: readonly Sentence[], who: Speaker): string {
  const heavy = sentences.map(({ masked }) => weigh(category, featuresOf(wordsOf(masked), who)));
  let from = heavy.indexOf(Math.max(...heavy));
  let part = sentences[from]?.plain ?? "";
  while (from > 0 && part.length < LITTLE) part = `${sentences[--from]?.plain} ${part}`;
  return part;
}
