// The contract of a detector: it follows the items of a session once, in order, and lists the patterns it found at the end.
// Its memory use is bounded, however long the session.
import type { Config } from "../../../config/schema.ts";
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { applyMasks, MASKS } from "../../../text/output/fingerprint-output.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";
import type { PatternId } from "../reflection.ts";
import type { TraceRequest } from "../session-metrics.ts";

export type ReflectionThresholds = Config["reflection"]["thresholds"];

/** A pattern before secrets are redacted and offsets are turned into line numbers. */
export interface PatternDraft {
  id: PatternId;
  count: number;
  title: string;
  /** Identifies the pattern across sessions; the fingerprint is a hash of it. */
  subject: string;
  evidence: Sighting[];
  suggestion: string;
}

/** `at` is a byte offset in the transcript, or the name of a place elsewhere. */
export interface Sighting {
  at: number | string;
  text: string;
}

export interface Watcher<Item> {
  follow(item: Item): void;
  /** Most important first. */
  listPatterns(): PatternDraft[];
}

type Detector<Item> = (thresholds: ReflectionThresholds) => Watcher<Item>;

/** Follows the main conversation, without subagents' items. */
export type TranscriptDetector = Detector<TranscriptItem>;
/** Follows the requests to the model that `.claude-trace` has for the time of the session. */
export type TraceDetector = Detector<TraceRequest>;

export interface TallyEntry {
  key: string;
  count: number;
  /** The first few and the last one. */
  sightings: Sighting[];
}

/** The subject defaults to the key. */
type Description = Pick<PatternDraft, "title" | "suggestion"> & { subject?: string };

const MAX_KEYS = 4000;
const MAX_FIRST_SIGHTINGS = 3;
const MAX_TEXT = 600;

/** Counts how often each key occurs, and keeps a few sightings. */
export class Tally {
  readonly #entries = new Map<string, TallyEntry>();

  add(key: string, { at, text }: Sighting): void {
    if (!this.#entries.has(key) && this.#entries.size >= MAX_KEYS) return;
    const entry = this.#entries.get(key) ?? { key, count: 0, sightings: [] };
    const first = entry.sightings.slice(0, MAX_FIRST_SIGHTINGS);
    entry.count++;
    entry.sightings = [...first, { at, text: cutAtWord(text, MAX_TEXT) }];
    this.#entries.set(key, entry);
  }

  /** Keys seen at least `min` times, most frequent first; none if `min` is 0, which disables a detector. */
  atLeast(min: number): TallyEntry[] {
    if (min === 0) return [];
    return [...this.#entries.values()].filter(({ count }) => count >= min).sort((a, b) => b.count - a.count);
  }

  /** A pattern for each of the `max` most frequent keys with at least `min` sightings. */
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
}

/** Longer commands are usually programs, of which the beginning is enough. */
const MAX_COMMAND = 2000;
const MAX_MESSAGE = 300;

/** null when the call is of another tool. */
export function shellCommand(call: ToolCall | null): string | null {
  if (call?.tool !== "Bash" || typeof call.input.command !== "string") return null;
  return cutAtWord(call.input.command, MAX_COMMAND);
}

/** Independent of the folder and of numbers in the command. */
export function normalizeCommand(command: string): string {
  return maskNumbers(commandSubject(command));
}

/** Independent of lines, times and ids in the message. */
export function normalizeMessage(line: string): string {
  return maskNumbers(line.replace(/:\d+(?::\d+)?\b/g, "")).slice(0, MAX_MESSAGE);
}

/** Cuts at a space, because the later redaction would not recognise half a secret. */
export function cutAtWord(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/\S*$/, "…");
}

function maskNumbers(text: string): string {
  return applyMasks(text, MASKS)
    .replace(/(?<![\w.])\d{3,}\b/g, "<number>")
    .replace(/\s+/g, " ")
    .trim();
}
