// What the client handed to the model beside the conversation: prompts typed in mid-turn, words of hooks, its lists.
import type { ItemBase, TranscriptItem } from "../item.ts";
import { classText } from "./class-text.ts";
import { headOf } from "./head.ts";
import { isNotification, readNotification } from "./notification.ts";
import { listOf, type Raw, rawOf, textOf, textOfBlocks } from "./raw.ts";
import type { NoteShape } from "./shape.ts";
import { SILENT_ATTACHMENTS } from "./silent-attachments.ts";
import { slowHookOf } from "./slow-hooks.ts";
import { isSpoken } from "./spoken.ts";
import { readTasks, readTodos } from "./task-list.ts";

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
