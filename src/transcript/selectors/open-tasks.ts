import type { TranscriptItem } from "../item.ts";
import type { TaskState, TaskStates } from "../tool-item.ts";

const CLOSED = new Set(["completed", "deleted"]);

export type ClientTask = TaskState & { list: TaskStates["list"] };

export interface TaskList {
  follow(item: TranscriptItem): void;
  /** In the order they came up. */
  open(): ClientTask[];
}

/** The client's tasks and todos that are not done, as the items left them. */
export function openTasks(items: Iterable<TranscriptItem>): ClientTask[] {
  const list = createTaskList();
  for (const item of items) list.follow(item);
  return list.open();
}

/** For whoever reads a transcript piece by piece. */
export function createTaskList(): TaskList {
  const lists = { tasks: new Map<string, ClientTask>(), todos: new Map<string, ClientTask>() };
  return {
    follow(item) {
      if (item.kind !== "task-states") return;
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
    },
    open: () =>
      [...lists.tasks.values(), ...lists.todos.values()].filter(({ status }) => !CLOSED.has(status)),
  };
}
