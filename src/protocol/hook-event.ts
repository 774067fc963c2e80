// What the rest of the program sees of an event (typed, validated, in our own spelling) and says in answer.

export interface BackgroundTask {
  id: string;
  type: string;
  status: string;
  description: string;
  command: string;
}

interface Common {
  /** null when the payload had none or an odd one: it then matches no state. */
  sessionId: string | null;
  transcriptPath: string | null;
  cwd: string | null;
  promptId: string | null;
  permissionMode: string | null;
  agentId: string | null;
  agentType: string | null;
}

export interface StopEvent extends Common {
  name: "Stop" | "SubagentStop";
  stopHookActive: boolean;
  lastAssistantMessage: string;
  backgroundTasks: BackgroundTask[];
  /** A subagent's own transcript; `transcriptPath` is its parent's. */
  agentTranscriptPath: string | null;
}

interface TaskCompletedEvent extends Common {
  name: "TaskCompleted";
  taskId: string;
  taskSubject: string;
  taskDescription: string;
  teammateName: string | null;
}

export interface TaskCreatedEvent extends Common {
  name: "TaskCreated";
  taskId: string;
  taskSubject: string;
}

interface TeammateIdleEvent extends Common {
  name: "TeammateIdle";
  teammateName: string;
  teamName: string;
}

export interface SessionStartEvent extends Common {
  name: "SessionStart";
  source: string;
  model: string | null;
}

export interface SessionEndEvent extends Common {
  name: "SessionEnd";
  reason: string;
}

export interface PromptEvent extends Common {
  name: "UserPromptSubmit";
  prompt: string;
  source: string | null;
}

/** null leaves what was known before. */
export interface TaskChange {
  id: string;
  subject: string | null;
  status: string | null;
  /** The status it had before, where the client says so: events may land out of order. */
  was: string | null;
}

/** "list": the whole list at once, whatever was on it before. */
export interface TaskReport {
  kind: "change" | "list";
  tasks: TaskChange[];
}

export interface ToolEvent extends Common {
  name: "PostToolUse" | "PostToolUseFailure";
  toolName: string;
  toolUseId: string | null;
  /** The id the client gave a shell that went on in the background, if this call started one. */
  backgroundTaskId: string | null;
  /** The teammate that the call wrote to, or "*". */
  messageTo: string | null;
  /** What the call did to the client's own list of tasks. */
  taskReport: TaskReport | null;
  /** As the client sent them: whoever looks inside checks what it finds. */
  toolInput: unknown;
  toolResponse: unknown;
  /** Why the call failed; null when it did not. */
  error: string | null;
  /** How long the tool took. */
  durationMs: number | null;
}

export interface AgentStartEvent extends Common {
  name: "SubagentStart";
}

export interface CompactEvent extends Common {
  name: "PreCompact";
  /** "manual" or "auto". */
  trigger: string;
  instructions: string;
}

/** An event of the table that we do nothing with, or a name the table does not have. */
interface OtherEvent extends Common {
  name: "other";
  eventName: string;
}

export type GatedEvent = StopEvent | TaskCompletedEvent | TeammateIdleEvent;

export type HookEvent =
  | GatedEvent
  | SessionStartEvent
  | SessionEndEvent
  | PromptEvent
  | TaskCreatedEvent
  | ToolEvent
  | AgentStartEvent
  | CompactEvent
  | OtherEvent;

/** What holdfast says to a host about an event; how that is written is the host's own affair. */
export type Answer =
  | { kind: "silent" }
  /** The client goes on; a person sees the message. `terminalSequence`: for the terminal, to call the person. */
  | { kind: "tell"; message: string; terminalSequence?: string }
  /** Text for the model (and, where given, a line for the person). */
  | { kind: "context"; context: string; message?: string }
  /** `asContext`: as a note instead of an error, where the host goes on after one. */
  | { kind: "refuse"; reason: string; message?: string; asContext?: true };

/** Lines for the model and lines for the person; silent when there are none. */
export function composeAnswer(context: readonly string[], messages: readonly string[]): Answer {
  const text = context.join("\n");
  const message = messages.join("\n");
  if (text) return { kind: "context", context: text, ...(message ? { message } : {}) };
  return message ? { kind: "tell", message } : { kind: "silent" };
}
