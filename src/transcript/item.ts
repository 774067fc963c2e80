// What a transcript says, one item at a time. Who speaks is decided once, by the parser, for everyone who reads.
import type {
  Answers,
  PlanApproval,
  Rejection,
  TaskNotification,
  TaskStates,
  ToolCall,
  ToolResult,
} from "./tool-item.ts";

export interface ItemBase {
  /** Where the record begins in the file, in bytes. */
  offset: number;
  uuid: string | null;
  sessionId: string | null;
  /** Milliseconds since 1970. The file's order is the order of events; this is not always. */
  timestamp: number | null;
  cwd: string | null;
  /** A subagent's record. */
  sidechain: boolean;
  agentId: string | null;
}

/** Words of the person at the keyboard, or of the program that drives the client. */
export interface Prompt extends ItemBase {
  kind: "prompt";
  text: string;
  /** Images and documents that came with it. */
  attachments: number;
  /** Mid-turn words were typed while Claude worked and did not open a turn. */
  place: "turn-start" | "mid-turn";
  /** `default`, `plan`, `acceptEdits` and others; null when the client does not say. */
  permissionMode: string | null;
}

/** What a subagent was told by the agent that started it. */
interface AgentPrompt extends ItemBase {
  kind: "agent-prompt";
  text: string;
}

interface SlashCommand extends ItemBase {
  kind: "slash-command";
  /** With its slash. */
  name: string;
  /** As the person typed them. */
  args: string;
}

/** A command the person ran with `!`. */
interface ShellCommand extends ItemBase {
  kind: "shell-command";
  command: string;
}

/** What a slash command or a `!` command printed. */
interface LocalOutput extends ItemBase {
  kind: "local-output";
  text: string;
}

interface Interrupt extends ItemBase {
  kind: "interrupt";
  /** False when the session ended under the turn. */
  byPerson: boolean;
}

/** Text in the user's place that nobody typed: by the client, by a hook (ours too), by another program. */
interface Injected extends ItemBase {
  kind: "injected";
  text: string;
  source: "meta" | "hook" | "machine";
}

interface HookFeedback extends ItemBase {
  kind: "hook-feedback";
  /** The event whose hook spoke. */
  event: string;
  text: string;
  /** One block of a Stop comes both ways. */
  via: "message" | "attachment";
}

/** A hook that took a second or more, or was stopped by its timeout. */
export interface SlowHook extends ItemBase {
  kind: "slow-hook";
  event: string;
  command: string;
  durationMs: number;
  timedOut: boolean;
}

/** The records before it, but for the preserved ones, are no longer what Claude sees: the summary after it is. */
interface Compaction extends ItemBase {
  kind: "compaction";
  trigger: string;
  preTokens: number | null;
}

interface CompactionSummary extends ItemBase {
  kind: "compaction-summary";
  text: string;
}

interface AssistantText extends ItemBase {
  kind: "assistant-text";
  text: string;
  /** One message is written as several records: this holds them together. */
  messageId: string | null;
}

/** As one record states it. The records of a message repeat it and it grows: the last one counts. */
export interface TokenUsage extends ItemBase {
  kind: "usage";
  messageId: string | null;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
}

interface ApiError extends ItemBase {
  kind: "api-error";
  text: string;
}

interface TeammateMessage extends ItemBase {
  kind: "teammate-message";
  from: string;
  text: string;
}

/** A prompt waiting for its turn. It may come again as a `prompt`: ask `personPrompts`. */
export interface QueuedPrompt extends ItemBase {
  kind: "queued-prompt";
  text: string;
}

export interface QueueChange extends ItemBase {
  kind: "queue-change";
  /** Dequeued: becomes a turn. Removed: taken into the running turn. Popped: taken back to be edited. */
  operation: "dequeue" | "remove" | "pop-all";
  text: string | null;
}

interface AwaySummary extends ItemBase {
  kind: "away-summary";
  text: string;
}

interface PrLink extends ItemBase {
  kind: "pr-link";
  url: string;
}

/** What the session is called, by the person or by the client. The last one counts. */
interface Title extends ItemBase {
  kind: "title";
  text: string;
  byPerson: boolean;
}

export type TranscriptItem =
  | Prompt
  | AgentPrompt
  | SlashCommand
  | ShellCommand
  | LocalOutput
  | Interrupt
  | Injected
  | HookFeedback
  | SlowHook
  | Compaction
  | CompactionSummary
  | AssistantText
  | ToolCall
  | ToolResult
  | Rejection
  | Answers
  | PlanApproval
  | TaskStates
  | TaskNotification
  | TokenUsage
  | ApiError
  | TeammateMessage
  | QueuedPrompt
  | QueueChange
  | AwaySummary
  | PrLink
  | Title;
