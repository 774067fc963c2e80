// Keeps the client's own tasks as rows and, for people and other tools, as `tasks/*.json`.
import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { databasePath } from "../../config/paths.ts";
import type { Answer } from "../../protocol/answer.ts";
import type { TaskCreatedEvent, TaskReport } from "../../protocol/hook-event.ts";
import { logHookEvent } from "../../recording/capture/capture-event.ts";
import { mayCapture } from "../../recording/capture/may-capture.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { openLedger, type Store } from "../../store/open.ts";
import { noteSession } from "../../store/session-row.ts";
import { sessionStateDir, stateDir } from "../../store/state-files.ts";
import { dropTodos, saveTask, type TaskRow, todoId } from "../../store/tasks.ts";
import { redact } from "../../text/redaction/redact.ts";
import { writeTaskFile } from "./state-files.ts";

/** The client waits for this event, so a task is known before any Stop. */
export async function noteCreatedTask(context: HookContext<TaskCreatedEvent>): Promise<Answer> {
  const { event, env } = context;
  const store = await openLedger(databasePath(env));
  noteSession(store, context);
  const task = { id: event.taskId, subject: event.taskSubject, status: "pending", was: null };
  const loaded = await loadConfig(env, context.projectDir);
  if (mayCapture(context, loaded.config)) logHookEvent(store, context);
  await mirrorTasks(context, store, { kind: "change", tasks: [task] }, loaded);
  return { kind: "silent" };
}

export async function mirrorTasks(
  context: HookContext,
  store: Store,
  report: TaskReport,
  loaded?: LoadedConfig,
): Promise<void> {
  const { event, env, now, projectDir } = context;
  const { sessionId } = event;
  if (sessionId === null) return;
  const rows = store.transaction(() => saveReport(store, sessionId, report, now)).immediate();
  const folder = sessionStateDir(stateDir(env, loaded ?? (await loadConfig(env, projectDir))), sessionId);
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
