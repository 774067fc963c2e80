import type { Sighting } from "./detector.ts";
import { cutAtWord } from "./normalize.ts";

export interface TallyEntry {
  key: string;
  count: number;
  /** The first few and the last one. */
  sightings: Sighting[];
}

/** Counts how often each key was seen and keeps a few of its places. */
export interface Tally {
  add(key: string, sighting: Sighting): TallyEntry;
  /** Keys seen at least `min` times, most frequent first. */
  atLeast(min: number): TallyEntry[];
}

const MAX_KEYS = 4000;
const MAX_FIRST_SIGHTINGS = 3;
const MAX_TEXT = 600;

export function createTally(): Tally {
  const entries = new Map<string, TallyEntry>();
  return {
    add(key, { at, text }) {
      const entry = entries.get(key) ?? { key, count: 0, sightings: [] };
      entry.count++;
      entry.sightings = [
        ...entry.sightings.slice(0, MAX_FIRST_SIGHTINGS),
        { at, text: cutAtWord(text, MAX_TEXT) },
      ];
      entries.set(key, entry);
      if (entries.size > MAX_KEYS) dropRareKeys(entries);
      return entry;
    },
    atLeast: (min) =>
      [...entries.values()].filter(({ count }) => count >= min).sort((a, b) => b.count - a.count),
  };
}

/** Keys seen once go first, the oldest of them before the others. */
function dropRareKeys(entries: Map<string, TallyEntry>): void {
  const goal = MAX_KEYS / 2;
  for (const rare of [1, 2, Number.POSITIVE_INFINITY]) {
    for (const [key, { count }] of entries) {
      if (entries.size <= goal) return;
      if (count <= rare) entries.delete(key);
    }
  }
}
