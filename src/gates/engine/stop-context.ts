// Everything known about one gated event. Made once and passed to every step and every gate.
import type { Config } from "../../config/schema.ts";
import type { UnsavedMemory } from "../../memory/inbox/unsaved-memories.ts";
import type { CommandOutcome, runForAnswer } from "../../platform/process/run-command.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { RecentActivity } from "../../recording/runs/session-activity.ts";
import type { OpenTask } from "../../recording/tasks/open-tasks.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import type { runCheck } from "../commands/run-check.ts";
import type { runVerifyCommand } from "../commands/verify-command.ts";
import type { BudgetRow } from "./budget-rows.ts";
import type { Changes } from "./changes.ts";
import type { Finding } from "./gate.ts";

export interface StopContext<E extends GatedEvent = GatedEvent> extends OpenContext<E> {
  config: Config;
  /** Empty when the event has no valid one: then no gate judges. */
  sessionId: string;
  /** Who wants to stop. Each agent has its own budget. */
  agent: string;
  /** The budget when the event came; null before the first. */
  budget: BudgetRow | null;
  /** The budget of the person's last prompt that the transcript shows: what Claude did since is judged. */
  turn: BudgetRow | null;
  /** The number of the next block in this budget. */
  round: number;
  snapshot: StopSnapshot;
  /** Folder of the session's state files, which may not exist. */
  stateFolder: string;
  /** That one, and where another tool may keep its own: only read. */
  stateFolders: readonly string[];
  /** Findings of the gates that have judged so far. */
  findings: Finding[];
  /** Claude's questions to the person, known once the declared work has been judged. */
  questions: string[];
  /** Messages for the person that do not follow from the decision. */
  messages: string[];
  /** The commands that gates ran for this event. */
  ownRuns: { command: string; outcome: CommandOutcome }[];
  /** To be called in the transaction that records the decision. */
  writes: (() => void)[];
  shared: SharedFacts;
  /** null in a replay: commands cannot be run on a past state. */
  commands: CommandRunner | null;
}

/** What `judge` may use besides its facts: nothing asynchronous and nothing that can be written to. */
export type StopView = Pick<StopContext, "event" | "config" | "now" | "round" | "ownRuns">;

/** Read from the store in one query at every gated event. */
export interface StopSnapshot {
  /** By gate id: whether the gate has rows that may block this session. See `openRowsQuery` in the registry. */
  open: Readonly<Record<string, boolean>>;
  hasStateFiles: boolean;
  /** Messages are waiting for the person. */
  hasMessages: boolean;
  /** The guard fingerprint at the session's last event; null before the first. */
  guardFingerprint: string | null;
  /** Recorded calls of the session that await a drain. */
  queuedInSession: number;
  /** The same for all sessions, counted up to `MIN_QUEUED_TO_DRAIN`. */
  queuedInTotal: number;
}

/**
 * Facts from outside the store, each gathered once and on first use. Together with `commands` this is the seam for replays:
 * a gate that uses nothing but these facts and its own rows can be replayed by `holdfast backtest`, which provides facts from
 * a transcript, an in-memory store, an event without a transcript path, no project folder and no commands.
 */
export interface SharedFacts {
  /** A count that grows with each tool call. Its start is arbitrary. */
  toolCalls(): Promise<number>;
  /** What the session changed in the work tree; null when nothing, or when it is not known. */
  changes(): Promise<Changes | null>;
  /** The work tree of a folder as it is now. */
  tree(dir: string): Promise<TreeState>;
  /** Open tasks on Claude's task list. */
  openTasks(): Promise<OpenTask[]>;
  /** The end of the transcript of whoever stops. */
  recentItems(): Promise<TranscriptItem[]>;
  /** Calls of whoever stops that may have changed something, over the whole session. */
  mutatingCalls(): Promise<MutatingCall[]>;
  /** Recent work of the main agent that matters for its checks. */
  recentActivity(): Promise<RecentActivity>;
  /** The prompt of a subagent. */
  agentPrompt(): Promise<string>;
  /** Candidates for memories from this session; empty when Claude must not be asked now. */
  unsavedMemories(): Promise<UnsavedMemory[]>;
}

export interface CommandRunner {
  /** A command whose exit code says whether a condition is true. */
  verify: typeof runVerifyCommand;
  /** A check of a stage, with a log of its output. */
  check: typeof runCheck;
  /** A command that reads the event from stdin and answers in text. */
  answer: typeof runForAnswer;
}
