// Keeps the client's own tasks as rows and, for people and other tools, as `tasks/*.json`.

import { sessionStateDir, stateDir } from "../../config/environment.ts";
import type { TaskReport } from "../../protocol/hook-event.ts";
import { noteFault, type OpenContext } from "../../store/hook-context.ts";
import { inTransaction } from "../../store/open.ts";
import { type TaskUpdates, todoId } from "../../store/tasks.ts";
import { redact } from "../../text/redaction/redact.ts";
import { hookOrigin } from "../capture/hook-origin.ts";
import { record } from "../record.ts";
import { writeTaskFile } from "./task-files.ts";

export async function recordTasks(context: OpenContext, report: TaskReport): Promise<void> {
  const { env, now, loaded, store } = context;
  const { sessionId } = context.event;
  if (sessionId === null) return;
  const event = { at: now, tasks: readTasks(report) };
  const rows = inTransaction(store, () => record(store, event, hookOrigin(store, context)));
  const folder = sessionStateDir(stateDir(env, loaded), sessionId);
  if (folder === null) return;
  try {
    for (const { task_id: id, subject, status } of rows)
      await writeTaskFile(folder, { id, subject, status }, now);
  } catch (error) {
    await noteFault(context, "state", error);
  }
}

/** Without secrets. */
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
