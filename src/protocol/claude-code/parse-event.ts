// Parses the client's JSON into a HookEvent. Never throws: a field of the wrong type counts as absent.

import { withSlashes } from "../../platform/system.ts";
import { isRecord } from "../../text/unknown-values.ts";
import type { BackgroundTask, HookEvent, PromptEvent } from "../hook-event.ts";
import { createToolEvent } from "../tool-event.ts";

type Raw = Record<string, unknown>;

const MAX_SESSION_ID = 128;
const MACHINE_SOURCES = ["system", "loop_wakeup", "schedule_wakeup", "poll_event"];
/** Every match of MACHINE_TEXT contains one of these. */
const MACHINE_WORDS = ["<", "{", "[", "hook", "continued"];
/** Prompts that the client writes itself: notifications, output of commands, hook feedback, a compaction's summary. */
const MACHINE_TEXT =
  /^\s*(?:<(?:task-notification|teammate-message|local-command-(?:stdout|stderr|caveat)|bash-(?:stdout|stderr))\b|\{"task_id":"|\[Request interrupted|\w+ hook feedback:|Operation stopped by hook|This session is being continued from a previous conversation)/;
/** How the client hands an approved plan to a fresh session. */
export const RESENT_PLAN = "Implement the following plan:";
const TASK_NOTE = /^\s*\{"task_id":"/;

/** Fields that become keys of rows and parts of file names. */
export const NAME_FIELDS = [
  "promptId",
  "permissionMode",
  "agentId",
  "agentType",
  "taskId",
  "teammateName",
  "source",
  "reason",
  "toolName",
  "toolUseId",
  "backgroundTaskId",
  "trigger",
  "failure",
  "eventName",
];

export type ParsedEvent = { ok: true; event: HookEvent } | { ok: false; problem: string };

export function parseEventJson(raw: unknown): ParsedEvent {
  if (!isRecord(raw)) return { ok: false, problem: "the event is not a JSON object" };
  const name = text(raw.hook_event_name);
  if (name === null) return { ok: false, problem: "the event has no hook_event_name" };
  return { ok: true, event: toEvent(name, raw) };
}

/** A session id may be part of a path or a key only if it has this form. No pattern: the first one in a process is slow. */
export function isSessionId(value: string): boolean {
  if (value === "" || value.length > MAX_SESSION_ID) return false;
  for (let at = 0; at < value.length; at++) if (!isIdCharacter(value.charCodeAt(at))) return false;
  return true;
}

function isIdCharacter(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95;
}

/** False for notifications and wake-ups, which arrive as prompts too. */
export function isFromPerson(event: PromptEvent): boolean {
  if (event.source !== null && MACHINE_SOURCES.includes(event.source)) return false;
  // Compiling the pattern takes time: most prompts have none of the words.
  return !MACHINE_WORDS.some((word) => event.prompt.includes(word)) || !MACHINE_TEXT.test(event.prompt);
}

/** A task notification in the form of early 2026 clients: one line of JSON. */
export function isTaskNote(text: string): boolean {
  return TASK_NOTE.test(text);
}

function toEvent(name: string, raw: Raw): HookEvent {
  const common = {
    sessionId: sessionId(raw.session_id),
    transcriptPath: path(raw.transcript_path),
    cwd: path(raw.cwd),
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
        agentTranscriptPath: path(raw.agent_transcript_path),
      };
    case "StopFailure":
      return {
        ...common,
        name,
        failure: text(raw.error) ?? "unknown",
        message: text(raw.last_assistant_message) ?? "",
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
      return { ...common, name, teammateName: text(raw.teammate_name) ?? "" };
    case "SessionStart":
      return { ...common, name, source: text(raw.source) ?? "startup" };
    case "SessionEnd":
      return { ...common, name, reason: text(raw.reason) ?? "other" };
    case "UserPromptSubmit":
      return { ...common, name, prompt: text(raw.prompt) ?? "", source: text(raw.source) };
    case "PostToolUse":
    case "PostToolUseFailure":
      return createToolEvent(common, {
        tool: text(raw.tool_name) ?? "",
        id: text(raw.tool_use_id),
        input: raw.tool_input,
        response: raw.tool_response,
        error: name === "PostToolUseFailure" ? (text(raw.error) ?? "") : null,
        durationMs: Number.isFinite(raw.duration_ms) ? Number(raw.duration_ms) : null,
        isInterrupted: raw.is_interrupt === true,
      });
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

/** null for a path with a NUL byte: no file has one, and file calls throw. */
function path(value: unknown): string | null {
  return typeof value !== "string" || value.includes("\0") ? null : text(withSlashes(value));
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

/** True when no id or name can be a secret, which is nearly always the case. */
export function hasPlainNames(event: HookEvent): boolean {
  const fields = event as unknown as Raw;
  const tasks = "backgroundTasks" in event ? event.backgroundTasks : [];
  const report = "taskReport" in event && event.taskReport?.kind === "change" ? event.taskReport.tasks : [];
  return (
    NAME_FIELDS.every((key) => isPlainName(fields[key])) &&
    tasks.every(({ id, type, status }) => isPlainName(id) && isPlainName(type) && isPlainName(status)) &&
    report.every(({ id, status, was }) => isPlainName(id) && isPlainName(status) && isPlainName(was))
  );
}

/** No pattern: the first one in a process takes longer than this loop. */
function isPlainName(name: unknown): boolean {
  if (typeof name !== "string" || name.length < 8) return true;
  let digits = 0;
  let isHex = true;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const lower = code | 32;
    const isDigit = code >= 48 && code <= 57;
    const isLetter = lower >= 97 && lower <= 122;
    if (!isDigit && !isLetter && code !== 45 && code !== 95) return false;
    if (isDigit) digits++;
    else if (code !== 45 && !(lower <= 102 && isLetter)) isHex = false;
  }
  return digits === 0 || isHex || name.startsWith("toolu_");
}
