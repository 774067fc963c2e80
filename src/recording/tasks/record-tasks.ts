// Keeps the client's own tasks as rows and, for people and other tools, as `tasks/*.json`.

import { sessionStateDir, stateDir } from "../../config/environment.ts";
import type { TaskReport } from "../../protocol/hook-event.ts";
import { noteFault, type OpenContext } from "../../store/hook-context.ts";
import { inTransaction, type Store } from "../../store/open.ts";
import { dropTodos, saveTask, type TaskRow, type TaskUpdate, todoId } from "../../store/tasks.ts";
import { redact } from "../../text/redaction/redact.ts";
import { writeTaskFile } from "./task-files.ts";

export async function recordTasks(context: OpenContext, report: TaskReport): Promise<void> {
  const { event, env, now, loaded, store } = context;
  const { sessionId } = event;
  if (sessionId === null) return;
  const rows = inTransaction(store, () => saveTasks(store, sessionId, readTasks(report), now));
  const folder = sessionStateDir(stateDir(env, loaded), sessionId);
  if (folder === null) return;
  try {
    for (const { task_id: id, subject, status } of rows)
      await writeTaskFile(folder, { id, subject, status }, now);
  } catch (error) {
    await noteFault(context, "state", error);
  }
}

/** A report without secrets. */
export interface TaskUpdates {
  isWholeList: boolean;
  tasks: TaskUpdate[];
}

export function readTasks({ kind, tasks }: TaskReport): TaskUpdates {
  const isWholeList = kind === "list";
  const named = tasks.filter((task) => task.id !== "");
  return {
    isWholeList,
    tasks: named.map(({ id, subject, status, was }) => ({
      taskId: isWholeList ? todoId(id) : id,
      subject: subject && redact(subject).text,
      status,
      was,
    })),
  };
}

/** Returns the rows that changed. */
export function saveTasks(
  store: Store,
  sessionId: string,
  { isWholeList, tasks }: TaskUpdates,
  at: number,
): TaskRow[] {
  const kept = tasks.map(({ taskId }) => taskId);
  const dropped = isWholeList ? dropTodos(store, sessionId, kept, at) : [];
  return [...dropped, ...tasks.flatMap((task) => saveTask(store, sessionId, task, at) ?? [])];
}
