import type { TranscriptItem } from "../item.ts";
import type { TaskState, TaskStates } from "../tool-item.ts";

const CLOSED = new Set(["completed", "deleted"]);

export type ClientTask = TaskState & {
  list: TaskStates["list"];
  /** When it was created or changed its status. */
  changedAt: number;
};

/** The client's open tasks and todos after these items. */
export function openTasks(items: Iterable<TranscriptItem>): ClientTask[] {
  const list = new TaskList();
  for (const item of items) list.follow(item);
  return list.open();
}

/** For readers that process a transcript in pieces. */
export class TaskList {
  readonly #lists = { tasks: new Map<string, ClientTask>(), todos: new Map<string, ClientTask>() };

  follow(item: TranscriptItem): void {
    if (item.kind !== "task-states") return;
    const list = this.#lists[item.list];
    const before = new Map(list);
    if (item.whole) list.clear();
    for (const { id, subject, status } of item.tasks) {
      const known = before.get(id);
      const next = status || (known?.status ?? "pending");
      list.set(id, {
        id,
        subject: subject || (known?.subject ?? ""),
        status: next,
        list: item.list,
        changedAt: known?.status === next ? known.changedAt : (item.timestamp ?? 0),
      });
    }
  }

  /** In the order of their first appearance. */
  open(): ClientTask[] {
    const { tasks, todos } = this.#lists;
    return [...tasks.values(), ...todos.values()].filter(({ status }) => !CLOSED.has(status));
  }
}
