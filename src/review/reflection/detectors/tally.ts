// Counts how often the same thing was seen and keeps a few of its places. Bounded: when there are too many different
// things, those seen once, longest ago, go first.
import { cutWords } from "../cut-words.ts";
import type { Sighting } from "./detector.ts";

export interface Counted {
  key: string;
  count: number;
  /** The first ones and the last. */
  sightings: Sighting[];
}

export interface Tally {
  add(key: string, sighting: Sighting): Counted;
  /** Those seen at least so often, most often first. */
  atLeast(times: number): Counted[];
}

const MAX_KEYS = 4000;
const FIRST_ONES = 3;
const MAX_TEXT = 600;

export function createTally(): Tally {
  const counted = new Map<string, Counted>();
  return {
    add(key, { at, text }) {
      const known = counted.get(key) ?? { key, count: 0, sightings: [] };
      known.count++;
      known.sightings = [...known.sightings.slice(0, FIRST_ONES), { at, text: cutWords(text, MAX_TEXT) }];
      counted.set(key, known);
      if (counted.size > MAX_KEYS) makeRoom(counted);
      return known;
    },
    atLeast: (times) =>
      [...counted.values()].filter(({ count }) => count >= times).sort((a, b) => b.count - a.count),
  };
}

function makeRoom(counted: Map<string, Counted>): void {
  const goal = MAX_KEYS / 2;
  for (const rare of [1, 2, Number.POSITIVE_INFINITY]) {
    for (const [key, { count }] of counted) {
      if (counted.size <= goal) return;
      if (count <= rare) counted.delete(key);
    }
  }
}
