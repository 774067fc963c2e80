import type { TaskState } from "../tool-item.ts";
import { isRaw, listOf, numberOf, textOf } from "./fields.ts";

export function readTasks(value: unknown): TaskState[] {
  return listOf(value).flatMap((task) => {
    if (!isRaw(task)) return [];
    const id = textOf(task.id) ?? numberOf(task.id)?.toString() ?? "";
    return id === ""
      ? []
      : [{ id, subject: textOf(task.subject) ?? "", status: textOf(task.status) ?? "pending" }];
  });
}

/** A todo has no id of its own: its words are its name. */
export function readTodos(value: unknown): TaskState[] {
  return listOf(value).flatMap((todo) => {
    const subject = isRaw(todo) ? textOf(todo.content) : null;
    if (!isRaw(todo) || subject === null) return [];
    return [{ id: subject, subject, status: textOf(todo.status) ?? "pending" }];
  });
}
