// What is known of one gated event: made once, handed to every step and to every gate.
import type { Config } from "../../config/schema.ts";
import type { UnsavedMemory } from "../../memory/inbox/unsaved-memories.ts";
import type { askCommand, Outcome } from "../../platform/process/run-command.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { RecentWork } from "../../recording/runs/session-work.ts";
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
  /** Who wants to stop: budgets are kept apart by it. */
  agent: string;
  /** As it was when the event came; null before the first. */
  budget: BudgetRow | null;
  /** The number the next block would have in this budget. */
  round: number;
  snapshot: StopSnapshot;
  /** Where the session's state files are or would be; null for an odd session id. */
  stateFolder: string | null;
  /** What the gates asked so far have found. */
  findings: Finding[];
  /** What Claude asked the person, known once the gates have been asked. */
  questions: string[];
  /** What the person is told with this answer, beside what was decided. */
  messages: string[];
  /** The commands that gates ran for this event. */
  ownRuns: { command: string; outcome: Outcome }[];
  /** Written in the transaction that records the decision. */
  writes: (() => void)[];
  shared: SharedFacts;
  /** null where no command can be run: the event is long past. */
  commands: CommandRunner | null;
}

/** What a judge may look at beside its facts: nothing that could be waited for or written to. */
export type StopView = Pick<StopContext, "event" | "config" | "now" | "round" | "ownRuns">;

/** What every gated event asks of the store, in one query, and a look for the state folder. */
export interface StopSnapshot {
  /** By gate id: has it rows that may hold this session? See `snapshot` in the registry. */
  open: Readonly<Record<string, boolean>>;
  hasStateFiles: boolean;
  /** Something waits to be told to the person. */
  hasMessages: boolean;
  /** Of the session's last event; null before the first. */
  guardMark: string | null;
  /** Recorded calls of the session that no drain has processed yet. */
  queuedOfSession: number;
  /** Those of all sessions, counted up to `MIN_QUEUED_TO_DRAIN`. */
  queuedOfAll: number;
}

/**
 * What gates ask of the world outside the store: each fact is gathered when somebody first asks, and once. Together with
 * `commands` this is the seam for replays. A gate that takes from the outside only what stands here and in its own rows
 * is replayed by `holdfast backtest`, which gives facts read from a transcript, a store in memory, an event without a
 * transcript's path, no project folder and no commands.
 */
export interface SharedFacts {
  /** Tool calls so far, as a mark that moves with each one. */
  toolCalls(): Promise<number>;
  /** What the session did to the work tree; null when nothing, or when it cannot be told. */
  changes(): Promise<Changes | null>;
  /** The work tree of a folder as it is now. */
  tree(dir: string): Promise<TreeState>;
  /** Tasks that Claude set itself and left open. */
  openTasks(): Promise<OpenTask[]>;
  /** The end of the transcript of whoever stops. */
  recentItems(): Promise<TranscriptItem[]>;
  /** Of whoever stops, over the whole session: the calls that may have changed something. */
  mutatingCalls(): Promise<MutatingCall[]>;
  /** What the main agent did of late that bears on its checks. */
  recentWork(): Promise<RecentWork>;
  /** What a subagent was told by the agent that started it. */
  agentPrompt(): Promise<string>;
  /** Found in the session and worth a memory; empty when Claude is not to be asked now. */
  unsavedMemories(): Promise<UnsavedMemory[]>;
}

export interface CommandRunner {
  /** Says by its exit code whether something is true. */
  verify: typeof runVerifyCommand;
  /** A check of a stage, with a log of its output. */
  check: typeof runCheck;
  /** Gets the event on stdin and answers in words. */
  ask: typeof askCommand;
}
