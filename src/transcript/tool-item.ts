// Items about tools: the call, its result, and what a result means beyond its text.
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
 * Why a result is an error. Only `command` and `other` say something about the work; `usage` is a wrong use of the tool (a file
 * not read yet, a string not found), the rest are decisions and accidents.
 */
export type ToolFailure =
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
  /** The file is new. */
  created: boolean;
  /** Empty for a new file. Lines begin with `+`, `-` or a space. */
  hunks: { oldStart: number; lines: string[] }[];
}

export interface ToolResult extends ItemBase {
  kind: "tool-result";
  /** The id of the call. */
  id: string;
  /** null when the call was not read. */
  call: ToolCall | null;
  /** Without the client's reminders and terminal colours. */
  text: string;
  /** What the tool returned: the client's details, or the text if it recorded none. null when the call failed. */
  response: unknown;
  isError: boolean;
  failure: ToolFailure | null;
  /** As printed; a command can fail without one. */
  exitCode: number | null;
  /** Files that the client reports as changed, by an edit or a command. */
  changedFiles: string[];
  /** What an edit did to its file. */
  patch: FilePatch | null;
  backgroundTaskId: string | null;
  agent: AgentOutcome | null;
}

/** The person rejected a tool call, or stopped it while it ran. */
export interface Rejection extends ItemBase {
  kind: "rejection";
  id: string;
  call: ToolCall | null;
  /** What the person typed, if anything. */
  reason: string | null;
}

export interface Answers extends ItemBase {
  kind: "answers";
  answers: QuestionAnswer[];
}

export interface QuestionAnswer {
  question: string;
  answer: string;
  /** The dialog's description of the chosen option; absent for a free answer. */
  about?: string;
  /** The question's short name. */
  header?: string;
  /** The options that were not chosen. */
  others?: string[];
}

export interface PlanApproval extends ItemBase {
  kind: "plan-approval";
  plan: string;
  /** "resent": an approved plan opens a fresh session. */
  via: "exit-plan-mode" | "resent";
}

export interface TaskState {
  id: string;
  /** Empty if unchanged, or when only the id is known. */
  subject: string;
  /** `pending`, `in_progress`, `completed`, `deleted`; empty if unchanged. */
  status: string;
}

/** The client's task list (or the older todo list) after a tool call. */
export interface TaskStates extends ItemBase {
  kind: "task-states";
  list: "tasks" | "todos";
  /** `tasks` is the whole list; otherwise only the changed tasks. */
  whole: boolean;
  tasks: TaskState[];
}

export interface TaskNotification extends ItemBase {
  kind: "task-notification";
  taskId: string;
  /** The id of the call that started the task. */
  callId: string | null;
  summary: string;
  /** The same notification may be recorded in several ways. */
  via: "prompt" | "queue" | "attachment";
}
