// Which signals a text could have at all, seen in one pass over it: of nearly all of them it has no word.
import type { Signal } from "../signal.ts";
import type { Pattern } from "./pattern.ts";
import { LAST_SLOT, type SignalIndex } from "./signal-slots.ts";
import { readSignalIndex, TABLES } from "./tables.generated.ts";

type Entry = { word: string; offset: number; numbers: readonly number[] };

const FIRST_DENSE = 0x2e80;

let index: SignalIndex | undefined;
const signals: Signal<Pattern>[] = [];
const entries: (readonly Entry[] | undefined)[] = [];

export function signalsFor(lower: string): ReadonlySet<Signal<Pattern>> {
  if (index === undefined) {
    index = readSignalIndex();
    for (const language of TABLES) for (const signal of language.signals) signals.push(signal);
  }
  const found = new Set<Signal<Pattern>>();
  for (const [text, numbers] of index.short) if (lower.includes(text)) add(found, numbers);
  if (scan(lower, index, found)) add(found, index.dense);
  return found;
}

/** Whether the text has dense signs. The slot is worked out in place: what is called for each character, the engine begins to compile. */
function scan(lower: string, { slots, ends, buckets }: SignalIndex, found: Set<Signal<Pattern>>): boolean {
  let isDense = false;
  let first = 0;
  let second = 0;
  for (let at = 0; at < lower.length; at++) {
    const third = lower.charCodeAt(at);
    if (third >= FIRST_DENSE) isDense = true;
    const place = slots.charCodeAt(((first * 31 + second) * 31 + third) & LAST_SLOT);
    first = second;
    second = third;
    if (place === 0) continue;
    const bucket = entries[place] ?? readBucket(buckets.slice(ends[place - 2] ?? 0, ends[place - 1]));
    entries[place] = bucket;
    for (const { word, offset, numbers } of bucket)
      if (lower.startsWith(word, at - 2 - offset)) add(found, numbers);
  }
  return isDense;
}

function add(found: Set<Signal<Pattern>>, numbers: readonly number[]): void {
  for (const number of numbers) {
    const signal = signals[number];
    if (signal) found.add(signal);
  }
}

function readBucket(text: string): Entry[] {
  const fields = text.split("\t");
  const read: Entry[] = [];
  for (let place = 0; place + 2 < fields.length; place += 3) {
    const numbers: number[] = [];
    for (const number of (fields[place + 2] ?? "").split(",")) numbers.push(Number(number));
    read.push({ word: fields[place] ?? "", offset: Number(fields[place + 1]), numbers });
  }
  return read;
}
