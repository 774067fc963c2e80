// Items about tools: the call, its result, and what a result says beyond its text.
import type { ItemBase } from "./item.ts";

export interface ToolCall extends ItemBase {
  kind: "tool-call";
  /** The client's `tool_use` id. */
  id: string;
  tool: string;
  input: Record<string, unknown>;
  messageId: string | null;
}

/**
 * Why a result is an error. Only `command` and `other` tell about the work; `usage` is a mistake in using the tool
 * (a file not read yet, a string not found), the rest are decisions and accidents around it.
 */
export type Failure =
  | "command"
  | "usage"
  | "too-large"
  | "rejected"
  | "permission"
  | "hook"
  | "interrupted"
  | "cancelled"
  | "other";

export interface AgentOutcome {
  agentId: string | null;
  /** `completed`, `async_launched`, `teammate_spawned`. */
  status: string;
  text: string;
}

export interface FilePatch {
  /** The file was not there before. */
  created: boolean;
  /** Empty for a new file. A line begins with `+`, `-` or a blank. */
  hunks: { oldStart: number; lines: string[] }[];
}

export interface ToolResult extends ItemBase {
  kind: "tool-result";
  /** The id of the call. */
  id: string;
  /** Null when the call is not in what was read. */
  call: ToolCall | null;
  /** Without the client's reminders and terminal colours. */
  text: string;
  isError: boolean;
  failure: Failure | null;
  /** As stated; a command can fail without one. */
  exitCode: number | null;
  /** Files the client says were changed, by an edit or by a command. */
  changedFiles: string[];
  /** What an edit did to its file. */
  patch: FilePatch | null;
  backgroundTaskId: string | null;
  agent: AgentOutcome | null;
}

/** The person refused a tool call, or stopped it while it ran. */
export interface Rejection extends ItemBase {
  kind: "rejection";
  id: string;
  call: ToolCall | null;
  /** The person's own words, if there were any. */
  reason: string | null;
}

export interface Answers extends ItemBase {
  kind: "answers";
  answers: QuestionAnswer[];
}

export interface QuestionAnswer {
  question: string;
  answer: string;
  /** What the dialog says of the option that was chosen; of an answer in one's own words, nothing. */
  about?: string;
  /** The question's short name. */
  header?: string;
  /** The options that were not chosen. */
  others?: string[];
}

export interface PlanApproval extends ItemBase {
  kind: "plan-approval";
  plan: string;
  /** Resent: an approved plan opens a fresh session. */
  via: "exit-plan-mode" | "resent";
}

export interface TaskState {
  id: string;
  /** Empty in a change that leaves it, or when only the id is known. */
  subject: string;
  /** `pending`, `in_progress`, `completed`, `deleted`; empty in a change that leaves it. */
  status: string;
}

/** The client's own task list (or the older todo list) as a tool call left it. */
export interface TaskStates extends ItemBase {
  kind: "task-states";
  list: "tasks" | "todos";
  /** Whether `tasks` is the whole list; otherwise the change alone. */
  whole: boolean;
  tasks: TaskState[];
}

export interface TaskNotification extends ItemBase {
  kind: "task-notification";
  taskId: string;
  /** The id of the call that started the task. */
  callId: string | null;
  summary: string;
  /** The same one may come several ways. */
  via: "prompt" | "queue" | "attachment";
}
