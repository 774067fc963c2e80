import type { ItemBase } from "../item.ts";
import type { TaskNotification } from "../tool-item.ts";
import { elementOf, outerElementOf } from "./tags.ts";

const TAG = "<task-notification>";

export function isNotification(text: string): boolean {
  return text.trimStart().startsWith(TAG);
}

export function readNotification(
  head: ItemBase,
  text: string,
  via: TaskNotification["via"],
): TaskNotification {
  return {
    ...head,
    kind: "task-notification",
    taskId: elementOf(text, "task-id") ?? "",
    callId: elementOf(text, "tool-use-id"),
    status: elementOf(text, "status") ?? "",
    summary: elementOf(text, "summary") ?? "",
    result: outerElementOf(text, "result"),
    via,
  };
}
