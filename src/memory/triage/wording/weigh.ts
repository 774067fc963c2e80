// How much a wording is like those of a category: what was learnt from the labelled excerpts, see scripts/wording.ts.
import type { Category } from "../../category.ts";
import { LEARNT, readSeenWords } from "./learnt.generated.ts";

export type Told = Exclude<Category, "SESSION_SUMMARY">;

export interface Learnt {
  bias: number;
  /** In each line a feature and its weight in hundredths. */
  read(): string;
}

/** Of a text with words that were never seen little is known, whatever the others say. */
const LEAST_SEEN = 8;
const LEAST_SHARE = 0.8;

const models = new Map<Told, ReadonlyMap<string, number>>();
let seenWords: ReadonlySet<string> | undefined;

export function isFamiliar(words: ReadonlySet<string>): boolean {
  seenWords ??= new Set(readSeenWords().split(" "));
  const seen = words.intersection(seenWords).size;
  return seen >= LEAST_SEEN && seen >= words.size * LEAST_SHARE;
}

/** Above 0 it is more like them than not. */
export function weigh(category: Told, features: ReadonlySet<string>): number {
  const weights = modelOf(category);
  let sum = 0;
  let found = 0;
  for (const feature of features) {
    const weight = weights.get(feature);
    if (weight === undefined) continue;
    sum += weight;
    found++;
  }
  return sum / Math.sqrt(Math.max(1, found)) + LEARNT[category].bias;
}

function modelOf(category: Told): ReadonlyMap<string, number> {
  const known = models.get(category);
  if (known) return known;
  const weights = new Map<string, number>();
  for (const line of LEARNT[category].read().split("\n")) {
    const tab = line.indexOf("\t");
    weights.set(line.slice(0, tab), Number(line.slice(tab + 1)) / 100);
  }
  models.set(category, weights);
  return weights;
}
