// The report of a backtest: only numbers that follow from the transcripts.
import type { Verdict } from "../../gates/engine/budget.ts";
import type { Category } from "../../memory/memory.ts";
import type { Candidate } from "../../memory/triage/candidate.ts";

/** Distribution of a number over the sessions. */
export interface Spread {
  mean: number;
  median: number;
  most: number;
}

export interface GateCount {
  gate: string;
  code: string;
  stops: number;
  /** Stops by rule, for gates that consist of rules. */
  rules: Record<string, number>;
}

export interface ShownFinding {
  gate: string;
  code: string;
  /** What it was about, redacted. */
  evidence: string[];
  /** How many pieces of evidence were left out. */
  more: number;
  /** The rules that found something, for gates that consist of rules. */
  rules: string[];
}

export interface StopExample {
  sessionId: string;
  project: string | null;
  at: number;
  verdict: Verdict;
  findings: ShownFinding[];
}

export interface CandidateExample extends Candidate {
  sessionId: string;
  project: string | null;
}

export interface PolicyReport {
  name: string;
  verdicts: Partial<Record<Verdict, number>>;
  /** By reason, for stops that would have been held. */
  held: GateCount[];
  /** Findings that a person would have been shown, each once per session. */
  advised: GateCount[];
  candidates: Record<Category, number>;
  /** Per session. */
  noise: { held: Spread; advice: Spread; candidates: Spread };
  /** Stops with something open, newest first: held, waiting, or released by the budget. */
  openStops: StopExample[];
  /** The strongest first. */
  topCandidates: CandidateExample[];
}

/** One policy's judgement of a stop. */
export interface StopOpinion {
  verdict: Verdict;
  /** Findings that held, or held until they were released. */
  open: ShownFinding[];
  /** Advice that was not shown before in this session. */
  advice: ShownFinding[];
}

export interface StopDifference {
  sessionId: string;
  project: string | null;
  at: number;
  /** One per policy. */
  opinions: StopOpinion[];
}

/** The differences between two policies. */
export interface Difference {
  heldByBoth: number;
  heldByFirst: number;
  heldBySecond: number;
  /** Stops that neither or both hold, but with different verdicts, findings or advice. */
  otherwiseDifferent: number;
  candidatesOfFirst: number;
  candidatesOfSecond: number;
  /** Every stop that they judge differently, newest first; at most 1000. */
  stops: StopDifference[];
}

export interface UnknownStops {
  what: string;
  why: string;
}

export interface BacktestReport {
  files: number;
  bytes: number;
  sessions: number;
  prompts: number;
  stops: number;
  /** Turns that were interrupted or failed, and so ended without a stop. */
  turnsWithoutStop: number;
  /** Stops that a hook, ours or another, held at the time. */
  heldThen: number;
  /** The times of the first and the last stop. */
  from: number | null;
  to: number | null;
  policies: PolicyReport[];
  difference: Difference | null;
  damagedLines: number;
  leftOut: { subagent: number; foreign: number; empty: number };
  problems: { path: string; message: string }[];
  /** What transcripts cannot show. */
  unknown: UnknownStops[];
}

/** With times as ISO strings. */
export function toJson(report: BacktestReport) {
  const { from, to, policies, difference } = report;
  return {
    ...report,
    from: from === null ? null : toTime(from),
    to: to === null ? null : toTime(to),
    policies: policies.map((policy) => ({ ...policy, openStops: policy.openStops.map(withTime) })),
    difference: difference && { ...difference, stops: difference.stops.map(withTime) },
  };
}

function withTime<T extends { at: number }>(stop: T) {
  return { ...stop, at: toTime(stop.at) };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
