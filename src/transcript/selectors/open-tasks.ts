import type { TranscriptItem } from "../item.ts";
import type { TaskState, TaskStates } from "../tool-item.ts";

const CLOSED = new Set(["completed", "deleted"]);

export type ClientTask = TaskState & { list: TaskStates["list"] };

/** The client's tasks and todos that are not done, as the items left them, in the order they came up. */
export function openTasks(items: Iterable<TranscriptItem>): ClientTask[] {
  const lists = { tasks: new Map<string, ClientTask>(), todos: new Map<string, ClientTask>() };
  for (const item of items) {
    if (item.kind !== "task-states") continue;
    const list = lists[item.list];
    if (item.whole) list.clear();
    for (const task of item.tasks) {
      const known = list.get(task.id);
      list.set(task.id, {
        id: task.id,
        subject: task.subject || (known?.subject ?? ""),
        status: task.status || (known?.status ?? "pending"),
        list: item.list,
      });
    }
  }
  return [...lists.tasks.values(), ...lists.todos.values()].filter(({ status }) => !CLOSED.has(status));
}
