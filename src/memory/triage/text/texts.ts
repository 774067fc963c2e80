// What patterns and signals are made of, read when it is needed: all of it is more than a stop has the time for.
import type { Signal as SignalOf } from "../signal.ts";
import type { Pattern } from "./pattern.ts";
import { CHUNK, SEPARATOR } from "./table.ts";
import { CHUNKS, FIRST_SHARED, FIRST_SIGNAL, FIRST_TREE } from "./tables.generated.ts";

export type Signal = SignalOf<Pattern>;

const chunks: string[][] = [];
const signals: Signal[] = [];

/**
 * Its flags, and in the lines after them its anchors: ways it may match, a line each; of every column one of the words
 * between its blanks or one of the texts after them stands in what it matches, once its edges are marked.
 */
export function readAnchors(pattern: Pattern): string {
  return textAt(pattern);
}

/** Its alternatives, as JSON. */
export function readTree(pattern: Pattern): string {
  return textAt(FIRST_TREE + pattern);
}

export function readShared(shared: number): string {
  return textAt(FIRST_SHARED + shared);
}

/** By its number in the order of the tables. */
export function readSignal(number: number): Signal {
  const signal = signals[number] ?? (JSON.parse(textAt(FIRST_SIGNAL + number)) as Signal);
  signals[number] = signal;
  return signal;
}

function textAt(number: number): string {
  const place = Math.floor(number / CHUNK);
  const texts = chunks[place] ?? (CHUNKS[place]?.() ?? "").split(SEPARATOR);
  chunks[place] = texts;
  return texts[number % CHUNK] ?? "";
}
