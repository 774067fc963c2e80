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

/** What an item has besides the fields common to all, by its kind. */
interface ItemFields {
  /** A prompt of the person, or of the program that drives the client. */
  prompt: {
    text: string;
    /** Number of images and documents. */
    attachments: number;
    /** "mid-turn": typed while Claude worked, so it did not open a turn. */
    place: "turn-start" | "mid-turn";
    /** `default`, `plan`, `acceptEdits` and others; null when the client does not record it. */
    permissionMode: string | null;
  };
  /** The prompt of a subagent, by the agent that started it. */
  "agent-prompt": { text: string };
  "slash-command": {
    /** With the slash. */
    name: string;
    args: string;
  };
  /** A command the person ran with `!`. */
  "shell-command": { command: string };
  /** The output of a slash command or a `!` command. */
  "local-output": { text: string };
  interrupt: {
    /** False when the session ended during the turn. */
    byPerson: boolean;
  };
  /** Text of role "user" that nobody typed: from the client, a hook (ours too) or another program. */
  injected: { text: string; source: "meta" | "hook" | "machine" };
  "hook-feedback": {
    /** The event of the hook. */
    event: string;
    text: string;
    /** One block of a Stop is recorded in both ways. */
    via: "message" | "attachment";
  };
  /** A hook that took a second or more, or was stopped by its timeout. */
  "slow-hook": { event: string; command: string; durationMs: number; timedOut: boolean };
  /** From here on, Claude sees the summary that follows instead of the earlier records, except preserved ones. */
  compaction: { trigger: string; preTokens: number | null };
  "compaction-summary": { text: string };
  "assistant-text": {
    text: string;
    /** Common to the records of one message. */
    messageId: string | null;
  };
  /** The usage in one record. The records of a message repeat it with growing numbers: the last one counts. */
  usage: {
    messageId: string | null;
    inputTokens: number;
    outputTokens: number;
    cacheReadTokens: number;
    cacheCreationTokens: number;
  };
  "api-error": { text: string };
  "teammate-message": { from: string; text: string };
  /** A prompt in the queue. It may appear again as a `prompt`; `personPrompts` returns each once. */
  "queued-prompt": { text: string };
  "queue-change": {
    /** dequeue: becomes a turn. remove: joins the running turn. pop-all: taken back for editing. */
    operation: "dequeue" | "remove" | "pop-all";
    text: string | null;
  };
  "away-summary": { text: string };
  "pr-link": { url: string };
  /** The session's title, given by the person or the client. The last one counts. */
  title: { text: string; byPerson: boolean };
}

type ItemOf<Kind extends keyof ItemFields> = ItemBase & { kind: Kind } & ItemFields[Kind];

export type Prompt = ItemOf<"prompt">;
export type SlowHook = ItemOf<"slow-hook">;
export type TokenUsage = ItemOf<"usage">;
export type QueuedPrompt = ItemOf<"queued-prompt">;
export type QueueChange = ItemOf<"queue-change">;

export type TranscriptItem =
  | { [Kind in keyof ItemFields]: ItemOf<Kind> }[keyof ItemFields]
  | ToolCall
  | ToolResult
  | Rejection
  | Answers
  | PlanApproval
  | TaskStates
  | TaskNotification;
