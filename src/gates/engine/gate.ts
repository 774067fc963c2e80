// What a gate is: one reason to hold a stop. Everything about it lives in its folder; the registry says when it may be due.

import type { Config } from "../../config/schema.ts";
import type { OpenWork } from "../../memory/recall/parts/open-ends.ts";
import type { SessionStartEvent, StopEvent } from "../../protocol/hook-event.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Ruling } from "./budget.ts";
import type { StopContext, StopView } from "./stop-context.ts";

export interface Gate<Facts> {
  /** Folder name = key in the config = name in logs and docs. */
  id: string;
  /** Reads rows, files and git, runs commands: the only asynchronous part. null: there is nothing to judge after all. */
  gather(stop: StopContext): Promise<Facts | null>;
  /** While declared work holds the stop: no more than what is known, or takes little time to find out. */
  gatherBesideWork?(stop: StopContext): Promise<Facts | null>;
  /** Pure. */
  judge(stop: StopView, facts: Facts): Finding[];
  /** What a decision changes beside its own row. */
  effect?: Effect<Facts>;
  /** What a session should know that starts, goes on or was compacted. */
  remind?(start: ReminderContext): Promise<Reminder | null>;
  /** Hears of an event that it does not judge, or that was allowed. `facts`: what it gathered for that event. */
  observe?(context: OpenContext, facts: Facts | null): Promise<Reminder | null>;
  /** Checks that run after the turn. What they find is judged like the rest; a block wakes Claude. */
  gatherAfterTurn?(stop: StopContext<StopEvent>): Promise<Facts | null>;
  /** For `holdfast insights`: the next milder setting, before it is switched off; null when there is none. */
  milder?(config: Config): Setting | null;
  /** For `holdfast backtest`, which runs the engine on past sessions. */
  replay?: Replay<Facts>;
}

/** A session starts; without a store where that cannot be opened. */
export interface ReminderContext extends Omit<OpenContext<SessionStartEvent>, "store"> {
  store: Store | null;
}

export interface Setting {
  /** Dotted, such as "plan.block". */
  key: string;
  value: string | number | boolean;
}

export interface Finding {
  /** The gate's id. */
  gate: string;
  code: string;
  severity: "block" | "advise";
  /** First what is open and what to do, then the evidence. */
  reason: string;
  /** In place of the first line when the round before was held for the same. */
  again?: string;
  /** What is open, for the person, in a sentence; the reason's first line where that is one. */
  summary?: string;
  /** The same in a word or three, for a status line, such as "npm test red"; the gate's id where it is left out. */
  label?: string;
  /** Stable while the evidence is the same. */
  fingerprint: string;
  /** What has been achieved so far, as an opaque mark: when it moves, the situation is a new one. */
  progress: string;
  /** What would make this finding go away, for `explain`. */
  releasedBy: string;
  /** Advice that is recorded for `explain` and told nobody. */
  isSilent?: true;
  /** What holds is removed when it is released: if it is there again, somebody wants it again. */
  endsOnRelease?: true;
  /** The next step is the user's, not Claude's. */
  needsUser?: true;
  /** It does not hold while Claude's last message asks the user something, or while work runs in the background. */
  isPatient?: true;
  /** The narrowest setting without which it would not have held, for whoever marks the block as wrong. */
  narrower?: { key: string; value: unknown };
  /** Everything it is about, for `explain`, where the reason names only the first. */
  details?: string[];
  /** The command with which a person ends what holds. */
  endedBy?: string;
  /** The command with which a person goes on after it was released. */
  resumedBy?: string;
  /** Room the finding brings with it instead of the default budget. */
  limits?: Limits;
  /** It is about work with an end of its own, which open tasks belong to: does that go on, or end with this stop? */
  declaredWork?: "open" | "ending";
}

export interface Limits {
  blocks: number;
  minutes: number;
}

export interface Effect<Facts> {
  /** Looks again before the ruling, in its transaction: what no longer holds is left out. */
  confirm?(stop: StopContext, facts: Facts, findings: Finding[]): Finding[];
  /** In the transaction that counts the block: if it fails, no block is given. */
  inTransaction?(stop: StopContext, outcome: Outcome<Facts>): void;
  /** Files. A failure here is a fault, never a different answer. */
  afterCommit?(stop: StopContext, outcome: Outcome<Facts>): Promise<void>;
  /** What is added to the project's metrics, by name; 0 is not written. */
  measure?(outcome: Outcome<Facts>): Record<string, number>;
}

/** One gate's share of a decision. */
export interface Outcome<Facts> {
  facts: Facts;
  ruling: Ruling;
  /** A block was given on them. */
  held: Finding[];
  /** They held until now: the stop was allowed although they stand. */
  released: Finding[];
  /** They only advise. */
  advised: Finding[];
}

export interface Reminder {
  /** For Claude: what holds its session. */
  holds?: string[];
  /** For Claude: what it should know beside. */
  notes?: string[];
  /** For the person. */
  messages?: string[];
  /** What other sessions of the project declared and left open. */
  leftOpen?: OpenWork[];
}

export interface Replay<Facts> {
  /** Why a past session cannot show what this gate would have said; absent where it can. */
  unknown?: string;
  /** Learns what was declared in a past session. Writes rows into the replay's own store, never files. */
  loadFollower?(): Promise<(past: PastSession, item: TranscriptItem) => void>;
  /** What a finding is about, from its facts: its reason may name lines of files, which a transcript does not know. */
  evidence?(facts: Facts, finding: Finding, stop: StopView): Evidence[];
}

export interface Evidence {
  text: string;
  /** Of a gate that consists of rules: the one that found it. */
  rule?: string;
}

export interface PastSession {
  store: Store;
  sessionId: string;
}
