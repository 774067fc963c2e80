// What a tool call did to the client's own list of tasks.
import { isRecord } from "../text/is-record.ts";
import type { TaskChange, TaskReport } from "./hook-event.ts";

type Raw = Record<string, unknown>;

const MAX_TODOS = 200;
const MAX_TEXT = 500;

/** null: this call did nothing to the list. */
export function parseTaskReport(tool: string, input: unknown, response: unknown): TaskReport | null {
  if (!isRecord(input) || !isRecord(response)) return null;
  if (tool === "TaskCreate") return change(createdTask(response));
  if (tool === "TaskUpdate") return change(updatedTask(input, response));
  if (tool === "TodoWrite") return { kind: "list", tasks: todos(response.newTodos ?? input.todos) };
  return null;
}

/** No status: this event may land after one that already completed the task. */
function createdTask({ task }: Raw): TaskChange | null {
  if (!isRecord(task) || typeof task.id !== "string") return null;
  return { id: task.id, subject: text(task.subject), status: null, was: null };
}

function updatedTask(input: Raw, response: Raw): TaskChange | null {
  const id = response.taskId ?? input.taskId;
  if (response.success === false || typeof id !== "string") return null;
  const moved = isRecord(response.statusChange) ? response.statusChange : {};
  return {
    id,
    subject: text(input.subject),
    status: text(moved.to) ?? text(input.status),
    was: text(moved.from),
  };
}

/** A todo has no id: its words are its name. */
function todos(list: unknown): TaskChange[] {
  if (!Array.isArray(list)) return [];
  return list
    .filter(isRecord)
    .slice(0, MAX_TODOS)
    .flatMap((todo) => {
      const subject = text(todo.content);
      return subject === null
        ? []
        : [{ id: subject, subject, status: text(todo.status) ?? "pending", was: null }];
    });
}

function change(task: TaskChange | null): TaskReport | null {
  return task && { kind: "change", tasks: [task] };
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, MAX_TEXT) : null;
}
