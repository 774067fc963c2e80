// Keeps the client's own tasks as rows and, for people and other tools, as `tasks/*.json`.

import { sessionStateDir, stateDir } from "../../config/environment.ts";
import type { TaskReport } from "../../protocol/hook-event.ts";
import { noteFault, type OpenContext } from "../../store/hook-context.ts";
import { inTransaction, type Store } from "../../store/open.ts";
import { dropTodos, saveTask, type TaskRow, todoId } from "../../store/tasks.ts";
import { redact } from "../../text/redaction/redact.ts";
import { writeTaskFile } from "./task-files.ts";

export async function recordTasks(context: OpenContext, report: TaskReport): Promise<void> {
  const { event, env, now, loaded, store } = context;
  const { sessionId } = event;
  if (sessionId === null) return;
  const rows = inTransaction(store, () => saveReport(store, sessionId, report, now));
  const folder = sessionStateDir(stateDir(env, loaded), sessionId);
  if (folder === null) return;
  try {
    for (const { task_id: id, subject, status } of rows)
      await writeTaskFile(folder, { id, subject, status }, now);
  } catch (error) {
    await noteFault(context, "state", error);
  }
}

function saveReport(store: Store, sessionId: string, { kind, tasks }: TaskReport, now: number): TaskRow[] {
  const named = tasks.filter((task) => task.id !== "");
  const sightings = named.map(({ id, subject, status, was }) => ({
    taskId: kind === "list" ? todoId(id) : id,
    subject: subject && redact(subject).text,
    status,
    was,
  }));
  const kept = sightings.map(({ taskId }) => taskId);
  const dropped = kind === "list" ? dropTodos(store, sessionId, kept, now) : [];
  return [...dropped, ...sightings.map((task) => saveTask(store, sessionId, task, now))];
}
