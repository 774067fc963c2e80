// The contract of a detector: it sees the session go by once and says in the end what it found. What it keeps is
// bounded, however long the session.
import type { Config } from "../../../config/config.ts";
import type { DecisionRow } from "../../../store/decisions.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import type { PatternId, Suggestion } from "../pattern.ts";
import type { TraceRequest } from "../trace-request.ts";

export type Thresholds = Config["reflection"]["thresholds"];

/** A pattern before its texts are cleaned of secrets and its places are turned into lines. */
export interface Draft {
  id: PatternId;
  count: number;
  title: string;
  /** What it is about, the same in every session; the fingerprint is made of it. */
  subject: string;
  evidence: Sighting[];
  suggestion: Suggestion;
}

/** `at` is a place in the transcript, in bytes, or the name of a place elsewhere. */
export interface Sighting {
  at: number | string;
  text: string;
}

export interface Watcher<Seen> {
  see(seen: Seen): void;
  /** The most telling first. */
  found(): Draft[];
}

interface Detector<Seen> {
  id: PatternId;
  watch(thresholds: Thresholds): Watcher<Seen>;
}

/** Of the main conversation; a subagent's items are not shown. */
export type TranscriptDetector = Detector<TranscriptItem>;
/** Of our own gates' decisions in this session, oldest first. */
export type DecisionDetector = Detector<DecisionRow>;
/** Of the requests to the model that `.claude-trace` has for the session's time. */
export type TraceDetector = Detector<TraceRequest>;
