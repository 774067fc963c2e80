// Where in a text each signal of triage could be: see src/memory/triage/text/signal-index.ts.

import type { Language, Signal } from "../src/memory/triage/signal.ts";
import { LAST_SLOT, type SignalIndex, slotOf } from "../src/memory/triage/text/signal-slots.ts";
import { anchorsOf } from "./pattern-anchors.ts";
import frequent from "./redaction/frequent-parts.json" with { type: "json" };

/** Three characters make a slot. */
const SHORTEST = 3;
/** Signs that say as much as a syllable. */
const DENSE = /[\u2e80-\uffff]/;
const RARE = 1 / 5000;

/** A signal is looked for where a text has one of the words that one of its ways cannot do without. */
export function indexSignals(
  languages: readonly Language[],
  isIn: (signal: Signal) => boolean = () => true,
): SignalIndex {
  const words = new Map<string, number[]>();
  const dense = new Set<number>();
  for (const [number, signal] of languages.flatMap(({ signals }) => signals).entries()) {
    if (!isIn(signal)) continue;
    const { pattern } = signal;
    const ways = anchorsOf(pattern.source);
    if (ways.length === 0) throw new Error(`it may stand anywhere: ${pattern.source.slice(0, 80)}`);
    for (const needs of ways) {
      const ofSigns = needs.some((each) => each.every((text) => DENSE.test(text)));
      const [choice = []] = needs.toSorted((a, b) => countShort(a) - countShort(b));
      if (ofSigns && countShort(choice) > 0) dense.add(number);
      else for (const word of new Set(choice)) words.getOrInsertComputed(word, () => []).push(number);
    }
  }
  const isShort = ([word]: [string, number[]]) => word.length < SHORTEST;
  const entries = [...words].map(([word, numbers]): [string, number[]] => [word, [...new Set(numbers)]]);
  return {
    ...makeBuckets(entries.filter((entry) => !isShort(entry))),
    short: entries.filter(isShort),
    dense: [...dense],
  };
}

function countShort(choice: readonly string[]): number {
  return choice.filter((text) => text.length < SHORTEST).length;
}

function makeBuckets(words: readonly [string, number[]][]): Pick<SignalIndex, "slots" | "ends" | "buckets"> {
  const bySlot = new Map<number, string[]>();
  for (const [word, numbers] of words) {
    const offset = rarestPart(word);
    bySlot
      .getOrInsertComputed(slotAt(word, offset), () => [])
      .push([word, offset, numbers.join(",")].join("\t"));
  }
  const slots = new Array<string>(LAST_SLOT + 1).fill("\0");
  let buckets = "";
  const ends: number[] = [];
  for (const [slot, entries] of bySlot) {
    buckets += entries.join("\t");
    ends.push(buckets.length);
    slots[slot] = String.fromCharCode(ends.length);
  }
  return { slots: slots.join(""), ends, buckets };
}

/** What ordinary text has most often, three characters at a time and the most frequent first, per slot. */
const COSTS = new Map<number, number>();
for (let rank = 0; rank * 3 < frequent.parts.length; rank++) {
  const slot = slotAt(frequent.parts, rank * 3);
  COSTS.set(slot, (COSTS.get(slot) ?? 0) + 1 / (rank + 1));
}

/** The three characters of a word at which the scan stops least often. */
function rarestPart(word: string): number {
  const costs = Array.from({ length: word.length - 2 }, (_, at) => COSTS.get(slotAt(word, at)) ?? RARE);
  return costs.indexOf(Math.min(...costs));
}

function slotAt(text: string, at: number): number {
  return slotOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
}
