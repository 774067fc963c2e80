// Which signals a text could have at all, seen in one pass over it: of nearly all of them it has no word.
import { type LiteralScan, makeLiteralScan } from "../../redaction/literal-scan.ts";
import type { Signal } from "../signal.ts";
import type { Pattern } from "./pattern.ts";
import { readSignalIndex, TABLES } from "./tables.generated.ts";

/** Signals by their number, in the order of the tables. */
export interface OtherSigns {
  /** By what is too short for the scan. */
  short: readonly (readonly [string, readonly number[]])[];
  /** Where a sign stands for a syllable or a word. */
  dense: readonly number[];
}

interface SignalIndex extends OtherSigns {
  scan: LiteralScan;
  signals: readonly Signal<Pattern>[];
}

const FIRST_DENSE = 0x2e80;

let index: SignalIndex | undefined;

export function signalsFor(lower: string): ReadonlySet<Signal<Pattern>> {
  index ??= makeIndex();
  const { scan, signals, short, dense } = index;
  const found = new Set<Signal<Pattern>>();
  const add = (numbers: readonly number[]) => {
    for (const number of numbers) {
      const signal = signals[number];
      if (signal) found.add(signal);
    }
  };
  for (const [text, numbers] of short) if (lower.includes(text)) add(numbers);
  if (isDense(lower)) add(dense);
  scan(lower, (_, numbers) => add(numbers));
  return found;
}

function makeIndex(): SignalIndex {
  const { short, dense, used, ends, buckets } = readSignalIndex();
  const signals: Signal<Pattern>[] = [];
  for (const language of TABLES) for (const signal of language.signals) signals.push(signal);
  return { scan: makeLiteralScan({ used, ends, buckets }), signals, short, dense };
}

function isDense(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= FIRST_DENSE) return true;
  return false;
}
