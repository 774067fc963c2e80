// The contract of a detector: it sees the items of a session once, in order, and reports what it found at the end.
// What it keeps is bounded, however long the session.
import type { Config } from "../../../config/config.ts";
import type { DecisionRow } from "../../../store/decisions.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { TraceRequest } from "../claude-trace.ts";
import type { PatternId, Suggestion } from "../reflection.ts";

export type Thresholds = Config["reflection"]["thresholds"];

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

interface Detector<Item> {
  id: PatternId;
  watch(thresholds: Thresholds): Watcher<Item>;
}

/** Sees the main conversation, without subagents' items. */
export type TranscriptDetector = Detector<TranscriptItem>;
/** Sees our own gates' decisions in this session, oldest first. */
export type DecisionDetector = Detector<DecisionRow>;
/** Sees the requests to the model that `.claude-trace` has for the time of the session. */
export type TraceDetector = Detector<TraceRequest>;
