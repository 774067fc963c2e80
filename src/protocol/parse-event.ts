// The client's JSON into a HookEvent. Never throws: a field of the wrong type counts as absent.
import { isRecord } from "../text/is-record.ts";
import type { BackgroundTask, HookEvent } from "./hook-event.ts";
import { parseTaskReport } from "./parse-tasks.ts";

type Raw = Record<string, unknown>;

export type Parsed = { ok: true; event: HookEvent } | { ok: false; problem: string };

export function parseEvent(json: string): Parsed {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return { ok: false, problem: "the event is not valid JSON" };
  }
  return parseEventJson(raw);
}

export function parseEventJson(raw: unknown): Parsed {
  if (!isRecord(raw)) return { ok: false, problem: "the event is not a JSON object" };
  const name = text(raw.hook_event_name);
  if (name === null) return { ok: false, problem: "the event has no hook_event_name" };
  return { ok: true, event: toEvent(name, raw) };
}

/** A session id becomes a path part or a key only in this form. */
export function isSessionId(value: string): boolean {
  if (value.length < 1 || value.length > 128) return false;
  // By hand: it is asked for every event, and the first regular expression of a process costs more than all of this.
  for (let at = 0; at < value.length; at++) if (!isPlain(value.charCodeAt(at))) return false;
  return true;
}

/** A letter, a digit, "_" or "-". */
function isPlain(code: number): boolean {
  const letter = code | 0x20;
  return (
    (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d
  );
}

function toEvent(name: string, raw: Raw): HookEvent {
  const common = {
    sessionId: sessionId(raw.session_id),
    transcriptPath: text(raw.transcript_path),
    cwd: text(raw.cwd),
    promptId: text(raw.prompt_id),
    permissionMode: text(raw.permission_mode),
    agentId: text(raw.agent_id),
    agentType: text(raw.agent_type),
  };
  switch (name) {
    case "Stop":
    case "SubagentStop":
      return {
        ...common,
        name,
        stopHookActive: raw.stop_hook_active === true,
        lastAssistantMessage: text(raw.last_assistant_message) ?? "",
        backgroundTasks: backgroundTasks(raw.background_tasks),
        agentTranscriptPath: text(raw.agent_transcript_path),
      };
    case "TaskCompleted":
      return {
        ...common,
        name,
        taskId: text(raw.task_id) ?? "",
        taskSubject: text(raw.task_subject) ?? "",
        taskDescription: text(raw.task_description) ?? "",
        teammateName: text(raw.teammate_name),
      };
    case "TaskCreated":
      return {
        ...common,
        name,
        taskId: text(raw.task_id) ?? "",
        taskSubject: text(raw.task_subject) ?? "",
      };
    case "TeammateIdle":
      return {
        ...common,
        name,
        teammateName: text(raw.teammate_name) ?? "",
        teamName: text(raw.team_name) ?? "",
      };
    case "SessionStart":
      return { ...common, name, source: text(raw.source) ?? "startup", model: text(raw.model) };
    case "SessionEnd":
      return { ...common, name, reason: text(raw.reason) ?? "other" };
    case "UserPromptSubmit":
      return { ...common, name, prompt: text(raw.prompt) ?? "", source: text(raw.source) };
    case "PostToolUse":
    case "PostToolUseFailure":
      return {
        ...common,
        name,
        toolName: text(raw.tool_name) ?? "",
        toolUseId: text(raw.tool_use_id),
        backgroundTaskId: isRecord(raw.tool_response) ? text(raw.tool_response.backgroundTaskId) : null,
        taskReport:
          name === "PostToolUse"
            ? parseTaskReport(text(raw.tool_name) ?? "", raw.tool_input, raw.tool_response)
            : null,
        toolInput: raw.tool_input ?? null,
        toolResponse: raw.tool_response ?? null,
        error: name === "PostToolUseFailure" ? (text(raw.error) ?? "") : null,
        durationMs: Number.isFinite(raw.duration_ms) ? Number(raw.duration_ms) : null,
      };
    case "SubagentStart":
      return { ...common, name };
    case "PreCompact":
      return {
        ...common,
        name,
        trigger: text(raw.trigger) ?? "",
        instructions: text(raw.custom_instructions) ?? "",
      };
    default:
      return { ...common, name: "other", eventName: name };
  }
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function sessionId(value: unknown): string | null {
  return typeof value === "string" && isSessionId(value) ? value : null;
}

function backgroundTasks(value: unknown): BackgroundTask[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  return value.filter(isRecord).map((task) => ({
    id: text(task.id) ?? "",
    type: text(task.type) ?? "",
    status: text(task.status) ?? "",
    description: text(task.description) ?? "",
    command: text(task.command) ?? "",
  }));
}
