// Events and answers as the rest of the program knows them: typed, validated, in our own spelling.

export interface BackgroundTask {
  id: string;
  type: string;
  status: string;
  description: string;
  command: string;
}

/** What every event has. */
export interface EventBase {
  /** null when the payload had none or an invalid one: no stored state belongs to it then. */
  sessionId: string | null;
  transcriptPath: string | null;
  cwd: string | null;
  promptId: string | null;
  permissionMode: string | null;
  agentId: string | null;
  agentType: string | null;
}

export interface StopEvent extends EventBase {
  name: "Stop" | "SubagentStop";
  stopHookActive: boolean;
  lastAssistantMessage: string;
  backgroundTasks: BackgroundTask[];
  /** A subagent's own transcript; `transcriptPath` is its parent's. */
  agentTranscriptPath: string | null;
}

/** The turn ended by an error of the API, such as a usage limit. No answer is read. */
export interface StopFailureEvent extends EventBase {
  name: "StopFailure";
  /** A word, such as "rate_limit" or "billing_error". */
  failure: string;
  /** What the client shows. */
  message: string;
}

interface TaskCompletedEvent extends EventBase {
  name: "TaskCompleted";
  taskId: string;
  taskSubject: string;
  taskDescription: string;
  teammateName: string | null;
}

export interface TaskCreatedEvent extends EventBase {
  name: "TaskCreated";
  taskId: string;
  taskSubject: string;
}

interface TeammateIdleEvent extends EventBase {
  name: "TeammateIdle";
  teammateName: string;
}

export interface SessionStartEvent extends EventBase {
  name: "SessionStart";
  source: string;
}

export interface SessionEndEvent extends EventBase {
  name: "SessionEnd";
  reason: string;
}

export interface PromptEvent extends EventBase {
  name: "UserPromptSubmit";
  prompt: string;
  source: string | null;
}

/** Fields that are null stay as they were. */
export interface TaskChange {
  id: string;
  subject: string | null;
  status: string | null;
  /** The previous status, if the client reports it: events may arrive out of order. */
  was: string | null;
}

/** "list": replaces the whole list. */
export interface TaskReport {
  kind: "change" | "list";
  tasks: TaskChange[];
}

export interface ToolEvent extends EventBase {
  name: "PostToolUse" | "PostToolUseFailure";
  toolName: string;
  toolUseId: string | null;
  /** The client's id of the background shell that this call started, if any. */
  backgroundTaskId: string | null;
  /** The teammate that received a message by this call, or "*" for all. */
  messageTo: string | null;
  /** What the call did to the client's task list. */
  taskReport: TaskReport | null;
  /** As the client sent them, not validated. */
  toolInput: unknown;
  toolResponse: unknown;
  /** Why the call failed; null when it did not. */
  error: string | null;
  durationMs: number | null;
  /** A person stopped the call while it ran. */
  isInterrupted: boolean;
}

export interface SubagentStartEvent extends EventBase {
  name: "SubagentStart";
}

export interface PreCompactEvent extends EventBase {
  name: "PreCompact";
  /** "manual" or "auto". */
  trigger: string;
  instructions: string;
}

/** An event that holdfast does not handle or does not know. */
interface OtherEvent extends EventBase {
  name: "other";
  eventName: string;
}

export type GatedEvent = StopEvent | TaskCompletedEvent | TeammateIdleEvent;

export type HookEvent =
  | GatedEvent
  | SessionStartEvent
  | SessionEndEvent
  | StopFailureEvent
  | PromptEvent
  | TaskCreatedEvent
  | ToolEvent
  | SubagentStartEvent
  | PreCompactEvent
  | OtherEvent;

/** holdfast's answer to an event. Each host has its own encoding. */
export type Answer =
  | { kind: "silent" }
  /** Allows, with a message for the person. `terminalSequence`: sent to the terminal to call the person. */
  | { kind: "tell"; message: string; terminalSequence?: string }
  /** Text for the model (and, where given, a line for the person). */
  | { kind: "context"; context: string; message?: string }
  /** `asContext`: sent as a note instead of an error, if the host continues after a note. */
  | { kind: "refuse"; reason: string; message?: string; asContext?: true };

/** Lines for the model and lines for the person; silent when there are none. */
export function composeAnswer(context: readonly string[], messages: readonly string[]): Answer {
  const text = context.join("\n");
  const message = messages.join("\n");
  if (text) return { kind: "context", context: text, ...(message ? { message } : {}) };
  return message ? { kind: "tell", message } : { kind: "silent" };
}
