// The insights of one project: one span of time compared with the previous span.
import type { Setting } from "../../gates/engine/gate.ts";
import type { RunCounts } from "../../recording/runs/run-rows.ts";
import type { FailingCommand, RereadFile } from "./insight-rows.ts";

export interface Insights {
  project: string;
  /** Milliseconds since 1970. The previous span has the same length. */
  since: number;
  until: number;
  /** Reads before this time are unknown, because older calls are not kept in full. */
  readsSince: number;
  now: Measures;
  before: Measures;
  changes: MetricChange[];
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
  runs: RunCounts;
  /** Advice by gate, the most frequent first. */
  advised: { gate: string; n: number }[];
  /** Milliseconds; null without a stop. */
  latency: { median: number; p95: number } | null;
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
  /** Prompts during which it held a stop. */
  holds: number;
  /** Of these, how many were released because nothing had changed. */
  unchanged: number;
  /** Of these, how many were released because the budget was used up. */
  capped: number;
  /** The newest of these decisions. */
  lastDecision: number;
}

export interface MetricChange {
  /** The name of the metric. */
  what: string;
  before: number | null;
  now: number | null;
  unit: "count" | "share" | "duration" | "milliseconds";
  /** Null: neither way is better. */
  better: boolean | null;
}

export interface GateAdvice {
  gate: string;
  /** In words, with the numbers. */
  why: string;
  /** Null when no setting would help. */
  setting: Setting | null;
}
