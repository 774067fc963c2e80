// The contract of a gate. A gate is one reason to hold a stop, and has a folder of its own; the registry knows when it is due.

import type { OpenWork } from "../../memory/recall/parts/open-ends.ts";
import type { SessionStartEvent, StopEvent } from "../../protocol/hook-event.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import type { Ruling } from "./budget.ts";
import type { StopContext, StopView } from "./stop-context.ts";

export interface Gate<Facts> {
  /** Folder name = key in the config = name in logs and docs. */
  id: string;
  /** Reads rows, files and git, runs commands. null: there is nothing to judge. */
  gather(stop: StopContext): Promise<Facts | null>;
  /** Used instead of `gather` while declared work holds the stop: only facts that are known or quick to gather. */
  gatherBesideWork?(stop: StopContext): Promise<Facts | null>;
  /** Pure. */
  judge(stop: StopView, facts: Facts): Finding[];
  /** What a decision changes besides its own row. */
  effect?: Effect<Facts>;
  /** What a session should know when it starts, is resumed or was compacted. */
  remind?(start: ReminderContext): Promise<Reminder | null>;
  /** Called for an event that the gate does not judge, or that was allowed. `facts`: what the gate gathered for the event. */
  onEvent?(context: OpenContext, facts: Facts | null): Promise<Reminder | null>;
  /** Runs checks after the turn. Their facts are judged like any others; a block wakes Claude. */
  gatherAfterTurn?(stop: StopContext<StopEvent>): Promise<Facts | null>;
  /** Its part of what a judge is shown; empty if there is nothing. `runChecks`: what has no result on the present tree is run first. */
  describeForJudge?(stop: StopContext, runChecks: AbortSignal | null): Promise<string>;
  /** Why `holdfast backtest` cannot replay this gate on a past session; absent if it can. */
  notReplayed?: string;
}

/** `store`: null when it cannot be opened. */
export interface ReminderContext extends Omit<OpenContext<SessionStartEvent>, "store"> {
  store: Store | null;
}

export interface Finding {
  gate: string;
  code: string;
  severity: "block" | "advise";
  /** What is open and what to do, then the evidence. */
  reason: string;
  /** Replaces the first line if the last round was blocked for the same reason. */
  again?: string;
  /** What is open, in a sentence for the person. Defaults to the first line of the reason. */
  summary?: string;
  /** The same in up to three words for a status line, such as "npm test red". Defaults to the gate's id. */
  label?: string;
  /** Stable while the evidence is the same. */
  fingerprint: string;
  /** The progress mark: an opaque value that changes when Claude gets further. A changed mark makes a new situation. */
  progress: string;
  /** What would make this finding go away, for `explain`. */
  releasedBy: string;
  /** Advice that is recorded for `explain` but shown to nobody. */
  isSilent?: true;
  /** The cause (such as a lock) is removed on release. If it comes back, somebody wants it again. */
  endsOnRelease?: true;
  /** The next step is the user's, not Claude's. They are shown the summary, if there is one. */
  needsUser?: true;
  /** Does not block while Claude's last message asks the user something, or while work runs in the background. */
  mayWait?: true;
  /** Only a judge is missing, who is asked after the turn: the stop is allowed when nothing else blocks. */
  awaitsJudge?: true;
  /** The narrowest setting that would have avoided the hold, if it is narrower than switching the gate off. */
  avoidedBy?: { key: string; value: unknown };
  /** The full list for `explain`, if the reason names only the first items. */
  details?: string[];
  /** The command with which a person removes the cause. */
  endedBy?: string;
  /** The command with which a person resumes the work after a release. */
  resumedBy?: string;
  /** Replaces the limits of the default budget. */
  limits?: Limits;
  /** Which round this hold is. By default counted in the budget, when the stop is held. */
  round?: Round;
  /** Set when the finding is about declared work that open tasks belong to: does the work continue, or end with this stop? */
  declaredWork?: "open" | "ending";
}

export interface Round {
  n: number;
  of: number;
}

export interface Limits {
  blocks: number;
  minutes: number;
}

export interface Effect<Facts> {
  /** Checks the findings again in the transaction of the ruling, and leaves out those that no longer apply. */
  confirm?(stop: StopContext, facts: Facts, findings: Finding[]): Finding[];
  /** Runs in the transaction that counts the block: if it fails, the stop is not blocked. */
  inTransaction?(stop: StopContext, outcome: GateOutcome<Facts>): void;
  /** Writes files. A failure is recorded as a fault and does not change the answer. */
  afterCommit?(stop: StopContext, outcome: GateOutcome<Facts>): Promise<void>;
  /** Additions to the project's metrics, by name; 0 is not written. */
  measure?(outcome: GateOutcome<Facts>): Record<string, number>;
}

/** One gate's share of a decision. */
export interface GateOutcome<Facts> {
  facts: Facts;
  ruling: Ruling;
  held: Finding[];
  /** Findings that are still open although the stop was allowed. */
  released: Finding[];
  advised: Finding[];
}

export interface Reminder {
  /** For Claude: what will block its stops. */
  holds?: string[];
  /** For Claude: what else it should know. */
  notes?: string[];
  /** For the person. */
  messages?: string[];
  /** Declared work that other sessions of the project left open. */
  leftOpen?: OpenWork[];
}
