// What an event adds to the session log, as records in the form of Claude Code's transcripts.
import type { Answer, HookEvent, PromptEvent, StopEvent, ToolEvent } from "../../protocol/hook-event.ts";
import { isRecord } from "../../text/unknown-values.ts";

export type LogRecord = Record<string, unknown>;

interface Source {
  /** The agent itself sent the event. Otherwise its words are nobody's. */
  isProven: boolean;
  /** The log has each call from its start on. */
  hasCallStart: boolean;
}

export function recordsOf(event: HookEvent, { isProven, hasCallStart }: Source): LogRecord[] {
  switch (event.name) {
    case "UserPromptSubmit":
      return [promptRecord(event, isProven)];
    case "PostToolUse":
    case "PostToolUseFailure":
      return hasCallStart ? [resultRecord(event)] : callRecords(event);
    case "Stop":
    case "SubagentStop":
      return isProven ? messageRecords(event) : [];
    case "PreCompact":
      return [{ type: "system", subtype: "compact_boundary", compactMetadata: { trigger: event.trigger } }];
    default:
      return [];
  }
}

/** What the agent is told and the person sees. Only an agent that asked gives our answer to anybody. */
export function answerRecords(event: HookEvent, answer: Answer, showsMessages: boolean): LogRecord[] {
  const records: LogRecord[] = [];
  const hookEvent = event.name;
  if (answer.kind === "refuse")
    records.push(
      attachment({ type: "hook_blocking_error", hookEvent, blockingError: { blockingError: answer.reason } }),
    );
  const message = answer.kind === "silent" ? "" : (answer.message ?? "");
  if (message !== "" && showsMessages)
    records.push(attachment({ type: "hook_system_message", hookEvent, content: message }));
  return records;
}

function attachment(fields: LogRecord): LogRecord {
  return { type: "attachment", attachment: fields };
}

/** Text of a machine has the form of Claude Code's: the reader drops it. */
function promptRecord(
  { prompt, promptId, permissionMode, source }: PromptEvent,
  isProven: boolean,
): LogRecord {
  const message = { role: "user", content: prompt };
  if (!isProven || source === "system") return { type: "user", isMeta: true, message };
  return { type: "user", promptId, permissionMode: permissionMode ?? "default", message };
}

function messageRecords({ lastAssistantMessage: text }: StopEvent): LogRecord[] {
  return text === ""
    ? []
    : [{ type: "assistant", message: { role: "assistant", content: [{ type: "text", text }] } }];
}

function callRecords(event: ToolEvent): LogRecord[] {
  const id = event.toolUseId ?? crypto.randomUUID();
  const { toolName: name, toolInput: input } = event;
  return [callRecord({ id, name, input }), resultRecord({ ...event, toolUseId: id })];
}

/** The call as the model made it. */
export function callRecord({ id, name, input }: { id: string; name: string; input: unknown }): LogRecord {
  return {
    type: "assistant",
    message: { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
  };
}

function resultRecord({ toolUseId, toolResponse, error }: ToolEvent): LogRecord {
  const result = { type: "tool_result", tool_use_id: toolUseId, content: error ?? textOf(toolResponse) };
  return {
    type: "user",
    message: { role: "user", content: [{ ...result, is_error: error !== null }] },
    toolUseResult: error === null ? toolResponse : `Error: ${error}`,
  };
}

function textOf(response: unknown): string {
  if (typeof response === "string") return response;
  if (!isRecord(response)) return "";
  return typeof response.stdout === "string" ? response.stdout : String(response.filePath ?? "");
}
