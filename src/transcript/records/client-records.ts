// Parses the client's records besides the conversation. Attachments were sent to the model: prompts typed mid-turn, hook output,
// task lists. System records were not.
import { readTodos } from "../../protocol/tool-event.ts";
import type { ItemBase, SlowHook, TranscriptItem } from "../item.ts";
import {
  baseOf,
  listOf,
  type NoteShape,
  numberOf,
  type Raw,
  rawOf,
  shapeOf,
  textOf,
  textOfBlocks,
  textsOf,
} from "./fields.ts";
import { readTasks, statesOf } from "./result-meaning.ts";
import {
  isByPerson,
  isNotification,
  parseMachineText,
  parseMidTurnWords,
  parseNotification,
} from "./speaker.ts";

/** Attachments that are not part of the conversation: the client's context, modes and listings. */
const SILENT_ATTACHMENTS: ReadonlySet<string> = new Set([
  "agent_listing_delta",
  "already_read_file",
  "auto_mode",
  "auto_mode_exit",
  "command_permissions",
  "compact_file_reference",
  "date",
  "date_change",
  "deferred_tools_delta",
  "diagnostics",
  "directory",
  "dynamic_skill",
  "edited_text_file",
  "environment",
  "file",
  "hook_error_during_execution",
  "hook_stopped_continuation",
  "invoked_skills",
  "mcp_instructions_delta",
  "mcp_resource",
  "model",
  "nested_memory",
  "opened_file_in_ide",
  "plan_file_reference",
  "plan_mode",
  "plan_mode_exit",
  "plan_mode_reentry",
  "prompt_snapshot",
  "relevant_memories",
  "remote_session_change",
  "selected_lines_in_ide",
  "session_context",
  "silent_turn_reminder",
  "skill_listing",
  "task_status",
  "team_context",
  "teammate_mailbox",
  "ultrathink_effort",
]);

const SILENT_SUBTYPES = new Set([
  "turn_duration",
  "bridge_status",
  "microcompact_boundary",
  "informational",
  "model_refusal_fallback",
  "model_consent_fallback",
]);
const RECAP_NOTE = /\s*\(disable recaps in \/config\)\s*$/;
const MIN_SLOW_HOOK_MS = 1000;

export function parseAttachment(record: Raw, offset: number, note: NoteShape): TranscriptItem[] {
  const base = baseOf(record, offset);
  const attachment = rawOf(record.attachment);
  const type = textOf(attachment.type) ?? "";
  switch (type) {
    case "queued_command":
      return parseQueuedCommand(base, attachment);
    case "hook_additional_context":
      return parseHookContext(base, attachment);
    case "hook_system_message":
    case "hook_success":
      return [
        ...injectedByHook(base, textOf(attachment.content) ?? textOf(attachment.stdout) ?? ""),
        ...slowHookOf(base, attachment),
      ];
    case "hook_cancelled":
    case "hook_non_blocking_error":
      return slowHookOf(base, attachment);
    case "hook_blocking_error":
      return [hookFeedback(base, attachment, textOf(rawOf(attachment.blockingError).blockingError) ?? "")];
    case "task_reminder":
      return [
        { ...base, kind: "task-states", list: "tasks", whole: true, tasks: readTasks(attachment.content) },
      ];
    case "todo_reminder":
      return [
        {
          ...base,
          kind: "task-states",
          list: "todos",
          whole: true,
          tasks: statesOf(readTodos(attachment.content)),
        },
      ];
    default:
      if (!SILENT_ATTACHMENTS.has(type)) note(`attachment ${type}`);
      return [];
  }
}

export function parseSystem(record: Raw, offset: number, note: NoteShape): TranscriptItem[] {
  const base = baseOf(record, offset);
  const content = textOf(record.content) ?? "";
  switch (record.subtype) {
    case "compact_boundary": {
      const { trigger, preTokens } = rawOf(record.compactMetadata);
      const before = numberOf(preTokens);
      return [{ ...base, kind: "compaction", trigger: textOf(trigger) ?? "", preTokens: before }];
    }
    case "away_summary":
      return [{ ...base, kind: "away-summary", text: content.replace(RECAP_NOTE, "") }];
    case "api_error":
      return [{ ...base, kind: "api-error", text: describeError(record.error) }];
    case "stop_hook_summary":
      return listOf(record.hookInfos).flatMap((run) =>
        slowHookOf(base, { ...rawOf(run), hookEvent: "Stop" }),
      );
    case "local_command":
      return parseMachineText(base, content) ?? [];
    // The oldest clients recorded hook runs without a subtype.
    case undefined:
      return [];
    default:
      if (!SILENT_SUBTYPES.has(String(record.subtype))) note(shapeOf(record));
      return [];
  }
}

/** Additional context for a stop makes the agent continue, as a block does. */
function parseHookContext(base: ItemBase, attachment: Raw): TranscriptItem[] {
  const text = textsOf(attachment.content).join("\n");
  const isHold = attachment.hookEvent === "Stop" || attachment.hookEvent === "SubagentStop";
  return isHold ? [hookFeedback(base, attachment, text)] : injectedByHook(base, text);
}

function hookFeedback(base: ItemBase, attachment: Raw, text: string): TranscriptItem {
  return {
    ...base,
    kind: "hook-feedback",
    event: textOf(attachment.hookEvent) ?? "",
    text,
    via: "attachment",
  };
}

function parseQueuedCommand(base: ItemBase, attachment: Raw): TranscriptItem[] {
  const text = textOfBlocks(attachment.prompt).trim();
  if (text === "") return [];
  if (isNotification(text)) return [parseNotification(base, text, "attachment")];
  if (attachment.commandMode === "bash") return [{ ...base, kind: "shell-command", command: text }];
  if (attachment.isMeta === true || !isByPerson(attachment))
    return [{ ...base, kind: "injected", text, source: "machine" }];
  return parseMidTurnWords(base, text);
}

function injectedByHook(base: ItemBase, text: string): TranscriptItem[] {
  return text.trim() === "" ? [] : [{ ...base, kind: "injected", text, source: "hook" }];
}

/** Only runs that a person would notice become items, because every tool call has several hooks. */
function slowHookOf(base: ItemBase, attachment: Raw): SlowHook[] {
  const timedOut = attachment.timedOut === true;
  const durationMs =
    numberOf(attachment.durationMs) ?? (timedOut ? numberOf(attachment.timeoutMs) : null) ?? 0;
  if (durationMs < MIN_SLOW_HOOK_MS && !timedOut) return [];
  const event = textOf(attachment.hookEvent) ?? "";
  return [
    { ...base, kind: "slow-hook", event, command: textOf(attachment.command) ?? "", durationMs, timedOut },
  ];
}

function describeError(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, status, error: inner } = rawOf(error);
  const text = textOf(message) ?? textOf(rawOf(rawOf(inner).error).message) ?? textOf(rawOf(inner).message);
  return [numberOf(status), text].filter((part) => part !== null).join(" ");
}
