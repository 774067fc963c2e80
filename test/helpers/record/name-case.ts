// The file name of a recorded payload: what distinguishes it from others of the same event.
import type { EventPayload } from "../recording-hook.ts";

export function nameCase(payload: EventPayload): string {
  const describe = describers[payload.hook_event_name];
  const name = describe ? describe(payload) : "plain";
  return toKebab(name);
}

type Describe = (payload: EventPayload) => string;

const describers: Record<string, Describe> = {
  SessionStart: byField("source"),
  SessionEnd: byField("reason"),
  Setup: byField("trigger"),
  UserPromptSubmit: describePrompt,
  UserPromptExpansion: byField("expansion_type"),
  PreToolUse: describeTool,
  PostToolUse: describeTool,
  PostToolUseFailure: describeTool,
  PostToolBatch: describeBatch,
  PermissionRequest: describeTool,
  PermissionDenied: describeTool,
  Stop: describeStop,
  SubagentStop: describeSubagentStop,
  SubagentStart: describeAgent,
  TaskCreated: describeTask,
  TaskCompleted: describeTask,
  PreCompact: byField("trigger"),
  PostCompact: byField("trigger"),
  PreModelSwitch: byField("source"),
  PostModelSwitch: byField("source"),
  Notification: byField("notification_type"),
  Elicitation: byField("mode"),
  ElicitationResult: byField("action"),
  ConfigChange: byField("source"),
  InstructionsLoaded: byField("load_reason"),
  FileChanged: byField("event"),
  DirectoryAdded: byField("source"),
  StopFailure: byField("error"),
};

function byField(field: string): Describe {
  return (payload) => String(payload[field]);
}

function describePrompt({ prompt, session_title }: EventPayload): string {
  if (String(prompt).startsWith("<task-notification>")) {
    return String(prompt).includes("Background command") ? "shell-notification" : "agent-notification";
  }
  if (String(prompt).startsWith("/")) return "slash-command";
  return session_title === undefined ? "person" : "person-in-titled-session";
}

function describeTool(payload: EventPayload): string {
  const input = payload.tool_input as { run_in_background?: boolean };
  const response = payload.tool_response as { isAsync?: boolean } | undefined;
  const background = input.run_in_background || response?.isAsync ? "-background" : "";
  return `${payload.tool_name}${background}${inSubagent(payload)}`;
}

function describeBatch(payload: EventPayload): string {
  const calls = payload.tool_calls as unknown[];
  return `${calls.length === 1 ? "single" : "several"}${inSubagent(payload)}`;
}

function describeStop(payload: EventPayload): string {
  const [task] = payload.background_tasks as { type: string }[];
  if (task) return `${task.type}-running`;
  return payload.stop_hook_active ? "again" : "first";
}

function describeSubagentStop(payload: EventPayload): string {
  const round = payload.stop_hook_active ? "again" : "first";
  return `${describeAgent(payload)}-${round}`;
}

/** The client also sends SubagentStop for the agent that writes a compaction's summary: it has no type. */
function describeAgent({ agent_id, agent_type }: EventPayload): string {
  if (agent_type === "") return "compaction";
  return String(agent_id).includes("-") ? "teammate" : String(agent_type);
}

function describeTask({ teammate_name }: EventPayload): string {
  return teammate_name === undefined ? "alone" : "teammate";
}

function inSubagent({ agent_id }: EventPayload): string {
  return agent_id === undefined ? "" : "-in-subagent";
}

function toKebab(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();
}
