import { databasePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import type { Answer, TaskCreatedEvent } from "../protocol/hook-event.ts";
import { captureEvent } from "../recording/capture/capture-event.ts";
import { recordTasks } from "../recording/tasks/record-tasks.ts";
import type { HookContext } from "../store/hook-context.ts";
import { openLedger } from "../store/open.ts";

/** The client waits for this event, so a task is known before any Stop. */
export async function onTaskCreated(context: HookContext<TaskCreatedEvent>): Promise<Answer> {
  const { event, env, projectDir } = context;
  const store = await openLedger(databasePath(env));
  const open = { ...context, store, loaded: await loadConfig(env, projectDir) };
  await captureEvent(open);
  const task = { id: event.taskId, subject: event.taskSubject, status: "pending", was: null };
  await recordTasks(open, { kind: "change", tasks: [task] });
  return { kind: "silent" };
}
