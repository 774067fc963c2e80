// What the client passed to the model beside the conversation: prompts typed mid-turn, words of hooks, its lists.
import type { ItemBase, SlowHook, TranscriptItem } from "../item.ts";
import {
  baseOf,
  type NoteShape,
  numberOf,
  type Raw,
  rawOf,
  textOf,
  textOfBlocks,
  textsOf,
} from "./fields.ts";
import { readTasks, readTodos } from "./result-meaning.ts";
import { isByPerson, isNotification, parseMachineText, parseNotification } from "./speaker.ts";

/** Attachments that say nothing of the conversation: the client's own context, modes and listings. */
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

const NOTICEABLE_MS = 1000;

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
        { ...base, kind: "task-states", list: "todos", whole: true, tasks: readTodos(attachment.content) },
      ];
    default:
      if (!SILENT_ATTACHMENTS.has(type)) note(`attachment ${type}`);
      return [];
  }
}

/** Context given to whoever wants to stop makes them go on, as a block does. */
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
  const parsed = parseMachineText(base, text);
  if (parsed) return parsed;
  if (base.sidechain) return [{ ...base, kind: "agent-prompt", text }];
  const how = { attachments: 0, source: "queued", place: "mid-turn", permissionMode: null } as const;
  return [{ ...base, kind: "prompt", text, ...how }];
}

function injectedByHook(base: ItemBase, text: string): TranscriptItem[] {
  return text.trim() === "" ? [] : [{ ...base, kind: "injected", text, source: "hook" }];
}

/** How long a hook took. Only what a person would notice becomes an item: every tool call has several hooks. */
export function slowHookOf(base: ItemBase, attachment: Raw): SlowHook[] {
  const timedOut = attachment.timedOut === true;
  const durationMs =
    numberOf(attachment.durationMs) ?? (timedOut ? numberOf(attachment.timeoutMs) : null) ?? 0;
  if (durationMs < NOTICEABLE_MS && !timedOut) return [];
  const event = textOf(attachment.hookEvent) ?? "";
  return [
    { ...base, kind: "slow-hook", event, command: textOf(attachment.command) ?? "", durationMs, timedOut },
  ];
}
