// The contract of a detector: it sees the items of a session once, in order, and reports what it found at the end.
// What it keeps is bounded, however long the session.
import type { Config } from "../../../config/config.ts";
import type { DecisionRow } from "../../../store/decisions.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { TraceRequest } from "../claude-trace.ts";
import type { PatternId, Suggestion } from "../reflection.ts";
import { cutAtWord } from "./normalize.ts";

export type ReflectionThresholds = Config["reflection"]["thresholds"];

/** A pattern before secrets are redacted and offsets are turned into line numbers. */
export interface PatternDraft {
  id: PatternId;
  count: number;
  title: string;
  /** What it is about, the same in every session; the fingerprint is made of it. */
  subject: string;
  evidence: Sighting[];
  suggestion: Suggestion;
}

/** `at` is a byte offset in the transcript, or the name of a place elsewhere. */
export interface Sighting {
  at: number | string;
  text: string;
}

export interface Watcher<Item> {
  see(item: Item): void;
  /** Most important first. */
  found(): PatternDraft[];
}

type Detector<Item> = (thresholds: ReflectionThresholds) => Watcher<Item>;

/** Sees the main conversation, without subagents' items. */
export type TranscriptDetector = Detector<TranscriptItem>;
/** Sees our own gates' decisions in this session, oldest first. */
export type DecisionDetector = Detector<DecisionRow>;
/** Sees the requests to the model that `.claude-trace` has for the time of the session. */
export type TraceDetector = Detector<TraceRequest>;

export interface TallyEntry {
  key: string;
  count: number;
  /** The first few and the last one. */
  sightings: Sighting[];
}

/** What a pattern says; by default its subject is the key. */
type Description = Pick<PatternDraft, "title" | "suggestion"> & { subject?: string };

const MAX_KEYS = 4000;
const MAX_FIRST_SIGHTINGS = 3;
const MAX_TEXT = 600;

/** Counts how often each key was seen and keeps a few of its places. */
export class Tally {
  readonly #entries = new Map<string, TallyEntry>();

  add(key: string, { at, text }: Sighting): void {
    const entry = this.#entries.get(key) ?? { key, count: 0, sightings: [] };
    const first = entry.sightings.slice(0, MAX_FIRST_SIGHTINGS);
    entry.count++;
    entry.sightings = [...first, { at, text: cutAtWord(text, MAX_TEXT) }];
    this.#entries.set(key, entry);
    if (this.#entries.size > MAX_KEYS) this.#dropRareKeys();
  }

  /** Keys seen at least `min` times, most frequent first. */
  atLeast(min: number): TallyEntry[] {
    return [...this.#entries.values()].filter(({ count }) => count >= min).sort((a, b) => b.count - a.count);
  }

  /** A pattern for each of the `max` most frequent keys that were seen at least `min` times. */
  patterns(
    id: PatternId,
    min: number,
    max: number,
    describe: (entry: TallyEntry) => Description,
  ): PatternDraft[] {
    return this.atLeast(min)
      .slice(0, max)
      .map((entry) => {
        const { key, count, sightings } = entry;
        return { id, count, subject: key, evidence: sightings, ...describe(entry) };
      });
  }

  /** Keys seen once go first, the oldest of them before the others. */
  #dropRareKeys(): void {
    const goal = MAX_KEYS / 2;
    for (const rare of [1, 2, Number.POSITIVE_INFINITY]) {
      for (const [key, { count }] of this.#entries) {
        if (this.#entries.size <= goal) return;
        if (count <= rare) this.#entries.delete(key);
      }
    }
  }
}

/** A suggestion with nothing to approve. */
export function advise(text: string): Suggestion {
  return { kind: "none", text, payload: null };
}
