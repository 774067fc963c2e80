// Which signals a text could have at all, seen in one pass over it: of nearly all of them it has no word.
import { markEdges } from "./edges.ts";
import { LAST_SLOT, type SignalIndex } from "./signal-slots.ts";
import { readPlainIndex, readSignalIndex } from "./tables.generated.ts";

type Entry = { word: string; offset: number; numbers: readonly number[] };

const FIRST_DENSE = 0x2e80;

interface Opened {
  index: SignalIndex;
  /** By the number of the bucket, as far as they were read. */
  entries: (readonly Entry[] | undefined)[];
}

let all: Opened | undefined;
let plain: Opened | undefined;

/** Their numbers, in the order of the tables. `lower`: in lower case. */
export function signalsFor(lower: string, onlyPlain: boolean): readonly number[] {
  const opened = onlyPlain ? openPlain() : openAll();
  const { index } = opened;
  const marked = markEdges(lower);
  const found = new Set<number>();
  for (const [part, numbers] of index.short) if (marked.includes(part)) add(found, numbers);
  if (scan(marked, opened, found)) add(found, index.dense);
  return [...found].sort((a, b) => a - b);
}

function openAll(): Opened {
  all ??= { index: readSignalIndex(), entries: [] };
  return all;
}

function openPlain(): Opened {
  plain ??= { index: readPlainIndex(), entries: [] };
  return plain;
}

/** Whether the text has dense signs. The slot is worked out in place: what is called for each character, the engine begins to compile. */
function scan(marked: string, { index, entries }: Opened, found: Set<number>): boolean {
  const { slots, ends, buckets } = index;
  let isDense = false;
  let first = 0;
  let second = 0;
  for (let at = 0; at < marked.length; at++) {
    const third = marked.charCodeAt(at);
    if (third >= FIRST_DENSE) isDense = true;
    const place = slots.charCodeAt(((first * 31 + second) * 31 + third) & LAST_SLOT);
    first = second;
    second = third;
    if (place === 0) continue;
    const bucket = entries[place] ?? readBucket(buckets.slice(ends[place - 2] ?? 0, ends[place - 1]));
    entries[place] = bucket;
    for (const { word, offset, numbers } of bucket)
      if (marked.startsWith(word, at - 2 - offset)) add(found, numbers);
  }
  return isDense;
}

function add(found: Set<number>, numbers: readonly number[]): void {
  for (const number of numbers) found.add(number);
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
