// What a project's sessions say together, in one span of time and in the one before it.

import type { GateAdvice } from "./gate-advice.ts";
import type { FailingCommand, RereadFile } from "./insight-rows.ts";

export interface Insights {
  project: string;
  /** Milliseconds since 1970; the span before it is as long. */
  since: number;
  until: number;
  /** Calls older than this are not kept in full, so reads before it are not known. */
  readsSince: number;
  now: Measures;
  before: Measures;
  changes: Change[];
  advice: GateAdvice[];
}

export interface Measures {
  sessions: number;
  toolCalls: number;
  /** The main agent's stops, by how they ended. */
  stops: number;
  verdicts: Record<string, number>;
  failures: number;
  failingCommands: FailingCommand[];
  rereadFiles: RereadFile[];
  loops: LoopTime;
  gates: GateRecord[];
  /** Milliseconds; null without a stop. */
  latency: { median: number; p95: number; slowest: number } | null;
}

export interface LoopTime {
  loops: number;
  flows: number;
  milliseconds: number;
  done: number;
}

export interface GateRecord {
  gate: string;
  blocks: number;
  wrong: number;
  /** Prompts during which it held. */
  holds: number;
  /** Of these, how many were let go because nothing had changed. */
  unchanged: number;
  /** Of these, how many were let go because the room was used up. */
  capped: number;
}

export interface Change {
  /** What is measured, in words. */
  what: string;
  before: number | null;
  now: number | null;
  unit: "count" | "share" | "duration" | "milliseconds";
  /** Null: neither way is better. */
  better: boolean | null;
}
