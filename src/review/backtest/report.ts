// What a backtest found: only numbers that follow from the transcripts.
import type { Config } from "../../config/config.ts";
import type { Verdict } from "../../gates/engine/budget.ts";
import type { Category } from "../../memory/category.ts";
import type { ShownCandidate } from "./replay-triage.ts";
import type { ShownFinding } from "./show-finding.ts";

/** How a number is spread over the sessions. */
export interface Spread {
  mean: number;
  median: number;
  most: number;
}

export interface GateCount {
  gate: string;
  code: string;
  stops: number;
  sessions: number;
  /** Of the hygiene gate: stops by rule. */
  rules: Record<string, number>;
}

export interface StopExample {
  sessionId: string;
  project: string | null;
  at: number;
  verdict: Verdict;
  findings: ShownFinding[];
}

export interface CandidateExample extends ShownCandidate {
  sessionId: string;
  project: string | null;
}

export interface PolicyReport {
  name: string;
  verdicts: Partial<Record<Verdict, number>>;
  /** Of stops that would have been held. */
  held: GateCount[];
  /** Findings a person would have been shown, each once a session. */
  advised: GateCount[];
  triageMode: Config["triage"]["mode"];
  candidates: Record<Category, number>;
  /** Per session. */
  noise: { held: Spread; advice: Spread; candidates: Spread };
  /** Stops with something open, newest first: held, waiting, or let go by the budget. */
  openStops: StopExample[];
  /** The strongest first. */
  topCandidates: CandidateExample[];
}

/** Of two policies. */
export interface Difference {
  heldByBoth: number;
  heldByFirst: number;
  heldBySecond: number;
  candidatesOfFirst: number;
  candidatesOfSecond: number;
  /** Stops that one would have held and the other not. */
  stops: (StopExample & { heldBy: string })[];
}

export interface SessionCount {
  sessionId: string;
  project: string | null;
  stops: number;
  /** One number a policy. */
  held: number[];
  advice: number[];
  candidates: number[];
}

export interface Unknown {
  what: string;
  why: string;
}

export interface BacktestReport {
  files: number;
  bytes: number;
  sessions: number;
  prompts: number;
  stops: number;
  /** Turns that were interrupted or failed: nobody is asked at their end. */
  turnsWithoutStop: number;
  /** Stops that a hook held at the time, ours or another. */
  heldThen: number;
  /** Of the first and of the last stop. */
  from: number | null;
  to: number | null;
  policies: PolicyReport[];
  difference: Difference | null;
  /** The noisiest first. */
  perSession: SessionCount[];
  damagedLines: number;
  leftOut: { subagent: number; foreign: number; empty: number };
  problems: { path: string; message: string }[];
  /** What no transcript tells. */
  unknown: Unknown[];
}
