// The contract of a detector: it sees the items of a session once, in order, and reports what it found at the end.
// What it keeps is bounded, however long the session.
import type { Config } from "../../../config/schema.ts";
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import type { DecisionRow } from "../../../store/decisions.ts";
import { applyMasks, MASKS } from "../../../text/output/fingerprint-output.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import type { PatternId, Suggestion } from "../reflection.ts";
import type { TraceRequest } from "../session-metrics.ts";

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

/** The time a tool took by itself, in milliseconds, by the id of its call; null when it was not recorded. */
export type CallTimes = (callId: string) => number | null;

type Detector<Item> = (thresholds: ReflectionThresholds, callTime: CallTimes) => Watcher<Item>;

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

  /** Keys seen at least `min` times, most frequent first; none for 0, which switches a detector off. */
  atLeast(min: number): TallyEntry[] {
    if (min === 0) return [];
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

/** Longer commands are mostly programs; their beginning is enough. */
const MAX_COMMAND = 2000;
const MAX_MESSAGE = 300;

/** The shell command of a call; null when it is another tool. */
export function shellCommand(call: ToolCall | null): string | null {
  if (call?.tool !== "Bash" || typeof call.input.command !== "string") return null;
  return cutAtWord(call.input.command, MAX_COMMAND);
}

/** The same whatever folder the command ran in and whatever numbers it was given. */
export function normalizeCommand(command: string): string {
  return maskNumbers(commandSubject(command));
}

/** The same whatever line, time or id the message names. */
export function normalizeMessage(line: string): string {
  return maskNumbers(line.replace(/:\d+(?::\d+)?\b/g, "")).slice(0, MAX_MESSAGE);
}

/** Cut at a space: redaction, which comes later, would not recognise half a secret. */
export function cutAtWord(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/\S*$/, "…");
}

function maskNumbers(text: string): string {
  return applyMasks(text, MASKS)
    .replace(/(?<![\w.])\d{3,}\b/g, "<number>")
    .replace(/\s+/g, " ")
    .trim();
}
