// What the words of one utterance say for each category.

import type { Category } from "../../category.ts";
import type { Candidate, Speaker } from "../candidate.ts";
import type { Weights } from "../weights.ts";
import { type Fired, signalsIn } from "./fired-signals.ts";
import { splitSentences } from "./sentences.ts";
import { signalsFor } from "./signal-index.ts";
import type { Table } from "./table.ts";
import { TABLES } from "./tables.generated.ts";
import { readSignal, type Signal } from "./texts.ts";
import { toCandidate } from "./to-candidate.ts";
import type { Utterance } from "./utterance.ts";

export interface Heard {
  candidates: Candidate[];
  /** Said, and taken back or given to another in the same breath. */
  taken: Category[];
}

export function scoreText(utterance: Utterance, weights: Weights): Candidate[] {
  return listenTo(utterance, weights).candidates;
}

/** `onlyPlain`: by the signals that are plain alone. */
export function listenTo(utterance: Utterance, weights: Weights, onlyPlain = false): Heard {
  const sentences = splitSentences(utterance.text);
  const candidates: Candidate[] = [];
  const taken: Category[] = [];
  if (sentences.length === 0) return { candidates, taken };
  const firedIn = TABLES.map((): Fired[] => []);
  for (let at = 0; at < sentences.length; at++) {
    const possible = signalsFor(sentences[at]?.masked ?? "", onlyPlain);
    if (possible.length === 0) continue;
    for (let place = 0; place < TABLES.length; place++) {
      const language = TABLES[place] as Table;
      const signals = signalsOf(language, possible, utterance.who);
      if (signals.length > 0)
        firedIn[place]?.push(...signalsIn(language, signals, sentences, at, utterance.who));
    }
  }
  for (let place = 0; place < TABLES.length; place++) {
    const meant: Fired[] = [];
    for (const one of firedIn[place] ?? [])
      if (one.isTaken) taken.push(one.signal.category);
      else meant.push(one);
    if (meant.length === 0) continue;
    for (const group of groupByPlace(meant))
      candidates.push(toCandidate(TABLES[place] as Table, sentences, group, utterance, weights));
  }
  return { candidates, taken };
}

/** Of a language, those that a sentence could have and this speaker may mean. */
function signalsOf({ from, to }: Table, possible: readonly number[], who: Speaker): Signal[] {
  const signals: Signal[] = [];
  for (const number of possible) {
    if (number < from || number >= to) continue;
    const signal = readSignal(number);
    if (!signal.who || signal.who.includes(who)) signals.push(signal);
  }
  return signals;
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
