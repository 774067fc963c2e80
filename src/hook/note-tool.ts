import { databasePath } from "../config/paths.ts";
import type { Answer } from "../protocol/answer.ts";
import type { ToolEvent } from "../protocol/hook-event.ts";
import { noteBackgroundTask } from "../store/background-tasks.ts";
import { currentBudget } from "../store/budgets.ts";
import { trimLog } from "../store/maintain.ts";
import { openStore } from "../store/open.ts";
import type { HookContext } from "./context.ts";
import { noteSession } from "./session-row.ts";

/** A tool ran: counted, and a shell it left in the background is remembered with its budget. */
export async function noteTool(context: HookContext<ToolEvent>): Promise<Answer> {
  const { event, env, now } = context;
  const path = databasePath(env);
  const store = await openStore(path);
  noteSession(store, context, 1);
  if (event.sessionId && event.backgroundTaskId) {
    noteBackgroundTask(store, {
      sessionId: event.sessionId,
      taskId: event.backgroundTaskId,
      budgetId: currentBudget(store, event.sessionId, "main")?.id ?? null,
      at: now,
    });
  }
  if (event.taskReport) {
    const { mirrorTasks } = await import("./mirror-tasks.ts");
    await mirrorTasks(context, store, event.taskReport);
  }
  trimLog(store, path);
  return { kind: "silent" };
}
