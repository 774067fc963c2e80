// What a session or a person declared: it holds until it is done.
import type { Flow, NewEvidence } from "../flow/flow.ts";
import type { ConditionState } from "../flow/judge-conditions.ts";

export interface Lock {
  goal: string;
  definitionOfDone: string;
  maxBlocks: number;
  createdAt: number;
  expiresAt: number;
  /** How long it may hold one budget. */
  minutes: number;
  /** The session it holds; null until one adopts it. */
  owner: string | null;
  /** Holds every session of the project. */
  all: boolean;
}

export interface Loop {
  /** "row": our command started it. "file": another tool's file, taken at its word. */
  source: "row" | "file";
  /** The same while it goes on; another after each resume. */
  id: string;
  task: string;
  /** Blocks given on it so far. */
  iteration: number;
  maxIterations: number;
  maxMinutes: number;
  verify: string | null;
  promise: string | null;
  /** What the verify command said just now; null when it did not run. */
  check: LoopCheck | null;
  /** Its file says done although nothing proved it. */
  claimed: boolean;
}

export interface LoopCheck {
  passed: boolean;
  /** Stable while the command fails in the same way. */
  fingerprint: string;
  /** The telling part of the output. */
  error: string;
}

export interface HeldFlow {
  /** "row": our command started it. "file": another tool's file, taken at its word. */
  source: "row" | "file";
  /** The same while it goes on; another after each resume. */
  id: string;
  task: string;
  phase: string;
  conditions: ConditionState[];
  /** Its file says more than the evidence does. */
  claimed: boolean;
  /** The work tree as the conditions were judged on it; empty where that cannot be seen. */
  treeMark: string;
  /** Files changed since its start and not committed, without what was already being worked on then. */
  uncommitted: string[];
  row: Flow | null;
  /** Names the file it comes from, so that the next one in its place is told apart. */
  fileKey: string | null;
  /** What the user did, found just now and not yet recorded. */
  recognised: NewEvidence[];
}
