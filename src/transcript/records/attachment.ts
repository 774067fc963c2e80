// What the client handed to the model beside the conversation: prompts typed in mid-turn, words of hooks, its lists.
import type { ItemBase, TranscriptItem } from "../item.ts";
import { listOf, type Raw, rawOf, textOf, textOfBlocks } from "./fields.ts";
import { headOf } from "./head.ts";
import { isNotification, readNotification } from "./notification.ts";
import type { NoteShape } from "./shape.ts";
import { slowHookOf } from "./slow-hooks.ts";
import { classText } from "./speaker.ts";
import { isSpoken } from "./spoken.ts";
import { readTasks, readTodos } from "./task-list.ts";

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

export function classAttachment(record: Raw, offset: number, note: NoteShape): TranscriptItem[] {
  const head = headOf(record, offset);
  const attachment = rawOf(record.attachment);
  const type = textOf(attachment.type) ?? "";
  switch (type) {
    case "queued_command":
      return classQueued(head, attachment);
    case "hook_additional_context":
      return injectedByHook(
        head,
        listOf(attachment.content)
          .filter((part) => typeof part === "string")
          .join("\n"),
      );
    case "hook_system_message":
    case "hook_success":
      return [
        ...injectedByHook(head, textOf(attachment.content) ?? textOf(attachment.stdout) ?? ""),
        ...slowHookOf(head, attachment),
      ];
    case "hook_cancelled":
    case "hook_non_blocking_error":
      return slowHookOf(head, attachment);
    case "hook_blocking_error":
      return [
        {
          ...head,
          kind: "hook-feedback",
          event: textOf(attachment.hookEvent) ?? "",
          text: textOf(rawOf(attachment.blockingError).blockingError) ?? "",
          via: "attachment",
        },
      ];
    case "task_reminder":
      return [
        { ...head, kind: "task-states", list: "tasks", whole: true, tasks: readTasks(attachment.content) },
      ];
    case "todo_reminder":
      return [
        { ...head, kind: "task-states", list: "todos", whole: true, tasks: readTodos(attachment.content) },
      ];
    default:
      if (!SILENT_ATTACHMENTS.has(type)) note(`attachment ${type}`);
      return [];
  }
}

function classQueued(head: ItemBase, attachment: Raw): TranscriptItem[] {
  const text = textOfBlocks(attachment.prompt).trim();
  if (text === "") return [];
  if (isNotification(text)) return [readNotification(head, text, "attachment")];
  if (attachment.commandMode === "bash") return [{ ...head, kind: "shell-command", command: text }];
  if (attachment.isMeta === true || !isSpoken(attachment))
    return [{ ...head, kind: "injected", text, source: "machine" }];
  const classed = classText(head, text);
  if (classed) return classed;
  if (head.sidechain) return [{ ...head, kind: "agent-prompt", text }];
  const how = { attachments: 0, source: "queued", place: "mid-turn", permissionMode: null } as const;
  return [{ ...head, kind: "prompt", text, ...how }];
}

function injectedByHook(head: ItemBase, text: string): TranscriptItem[] {
  return text.trim() === "" ? [] : [{ ...head, kind: "injected", text, source: "hook" }];
}
