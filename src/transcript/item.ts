// The items of a transcript. The parser alone decides who speaks in each of them.
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
  /** Byte offset of the record in the file. */
  offset: number;
  uuid: string | null;
  sessionId: string | null;
  /** Milliseconds since 1970. May be out of order; the order of the file is that of the events. */
  timestamp: number | null;
  cwd: string | null;
  /** True for a subagent's record. */
  sidechain: boolean;
  agentId: string | null;
}

/** A prompt of the person, or of the program that drives the client. */
export interface Prompt extends ItemBase {
  kind: "prompt";
  text: string;
  /** Number of images and documents. */
  attachments: number;
  /** "mid-turn": typed while Claude worked, so it did not open a turn. */
  place: "turn-start" | "mid-turn";
  /** `default`, `plan`, `acceptEdits` and others; null when the client does not record it. */
  permissionMode: string | null;
}

/** The prompt of a subagent, by the agent that started it. */
interface AgentPrompt extends ItemBase {
  kind: "agent-prompt";
  text: string;
}

interface SlashCommand extends ItemBase {
  kind: "slash-command";
  /** With the slash. */
  name: string;
  args: string;
}

/** A command the person ran with `!`. */
interface ShellCommand extends ItemBase {
  kind: "shell-command";
  command: string;
}

/** The output of a slash command or a `!` command. */
interface LocalOutput extends ItemBase {
  kind: "local-output";
  text: string;
}

interface Interrupt extends ItemBase {
  kind: "interrupt";
  /** False when the session ended during the turn. */
  byPerson: boolean;
}

/** Text of role "user" that nobody typed: from the client, a hook (ours too) or another program. */
interface Injected extends ItemBase {
  kind: "injected";
  text: string;
  source: "meta" | "hook" | "machine";
}

interface HookFeedback extends ItemBase {
  kind: "hook-feedback";
  /** The event of the hook. */
  event: string;
  text: string;
  /** One block of a Stop is recorded in both ways. */
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

/** From here on, Claude sees the summary that follows instead of the earlier records, except preserved ones. */
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
  /** Common to the records of one message. */
  messageId: string | null;
}

/** The usage in one record. The records of a message repeat it with growing numbers: the last one counts. */
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

/** A prompt in the queue. It may appear again as a `prompt`; `personPrompts` returns each once. */
export interface QueuedPrompt extends ItemBase {
  kind: "queued-prompt";
  text: string;
}

export interface QueueChange extends ItemBase {
  kind: "queue-change";
  /** dequeue: becomes a turn. remove: joins the running turn. pop-all: taken back for editing. */
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

/** The session's title, given by the person or the client. The last one counts. */
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
