// Brings rows of tasks up to what the end of the transcript says.

import { fileContainsAny } from "../../platform/file-contains.ts";
import { readBytes } from "../../platform/files.ts";
import { isOpenStatus, type TaskRow, todoId } from "../../store/tasks.ts";
import type { TaskStates } from "../../transcript/tool-item.ts";

const TAIL_BYTES = 128 * 1024;

/** One of these stands in every record about tasks: tools, their details, reminders, and what their results say. */
const ABOUT_TASKS =
  /"(?:TodoWrite|TaskList|TaskCreate|TaskUpdate|newTodos|tasks?|task_reminder|todo_reminder)"|[Tt]ask #/;

/** One of these is in each of them, and is found faster than a pattern. */
const WORDS = ['"Task', '"task', "ask #", "odo"];

export async function followTasks(transcriptPath: string, rows: readonly TaskRow[]): Promise<TaskRow[]> {
  if (!(await isAboutTasks(transcriptPath))) return [...rows];
  const { readTail } = await import("../../transcript/read-tail.ts");
  const { items, foreign } = await readTail(transcriptPath, { maxBytes: TAIL_BYTES });
  const tasks = new Map(rows.map((row) => [row.task_id, row]));
  if (foreign) return [...rows];
  for (const item of items) if (item.kind === "task-states" && !item.sidechain) applyStates(tasks, item);
  return [...tasks.values()];
}

/** To parse the end of a transcript costs more than all else here, and mostly it is about other things. */
async function isAboutTasks(path: string): Promise<boolean> {
  const { size } = Bun.file(path);
  if (!Number.isFinite(size)) return false;
  const from = Math.max(0, size - TAIL_BYTES);
  if (fileContainsAny(path, from, size, WORDS) === false) return false;
  const bytes = await readBytes(path, from, size);
  return bytes === null || ABOUT_TASKS.test(new TextDecoder().decode(bytes));
}

function applyStates(tasks: Map<string, TaskRow>, item: TaskStates): void {
  const at = item.timestamp ?? 0;
  const nameOf = (id: string) => (item.list === "todos" ? todoId(id) : id);
  const named = new Set(item.tasks.map(({ id }) => nameOf(id)));
  for (const [id, row] of item.whole ? tasks : []) {
    const isOfList = id.startsWith("todo:") === (item.list === "todos");
    // A list from before the task was made, or was last told of, does not have it or its state.
    if (isOfList && !named.has(id) && row.updated_at <= at) tasks.set(id, { ...row, status: "deleted" });
  }
  for (const { id, subject, status } of item.tasks) {
    const row = tasks.get(nameOf(id));
    // The file may lag behind an event that closed the task.
    if (row && !isOpenStatus(row.status) && row.updated_at > at) continue;
    tasks.set(nameOf(id), {
      session_id: row?.session_id ?? "",
      task_id: nameOf(id),
      subject: subject || (row?.subject ?? ""),
      status: status || (row?.status ?? "pending"),
      updated_at: at,
    });
  }
}
