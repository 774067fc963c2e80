// What the rest of the program sees of an event: typed, validated, in our own spelling.

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
}

interface TaskCompletedEvent extends Common {
  name: "TaskCompleted";
  taskId: string;
  taskSubject: string;
  taskDescription: string;
  teammateName: string | null;
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

export interface ToolEvent extends Common {
  name: "PostToolUse" | "PostToolUseFailure";
  toolName: string;
  toolUseId: string | null;
  /** The id the client gave a shell that went on in the background, if this call started one. */
  backgroundTaskId: string | null;
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
  | ToolEvent
  | OtherEvent;

export function isGated(event: HookEvent): event is GatedEvent {
  return (
    event.name === "Stop" ||
    event.name === "SubagentStop" ||
    event.name === "TaskCompleted" ||
    event.name === "TeammateIdle"
  );
}
