import { loadConfig } from "../config/load-config.ts";
import { databasePath } from "../config/paths.ts";
import type { Answer } from "../protocol/answer.ts";
import type { ToolEvent } from "../protocol/hook-event.ts";
import { noteBackgroundTask } from "../store/background-tasks.ts";
import { currentBudget } from "../store/budgets.ts";
import { trimLog, waitLonger } from "../store/maintain.ts";
import { openLedger } from "../store/open.ts";
import { enqueueCall } from "../store/pending-queue.ts";
import type { HookContext } from "./context.ts";
import { noteSession } from "./session-row.ts";

/** A tool ran: recorded, counted, and a shell it left in the background is remembered with its budget. */
export async function noteTool(context: HookContext<ToolEvent>): Promise<Answer> {
  const { event, env, now, projectDir } = context;
  const path = databasePath(env);
  // What waits for the disk first: opening the store does not let others run.
  const [loaded, { keepToolCall }, store] = await Promise.all([
    loadConfig(env, projectDir),
    import("./keep-tool-call.ts"),
    openLedger(path),
  ]);
  const call = await keepToolCall(context, loaded.config);
  waitLonger(store);
  store
    .transaction(() => {
      noteSession(store, context, 1);
      if (call) enqueueCall(store, call);
      if (event.sessionId && event.backgroundTaskId) {
        noteBackgroundTask(store, {
          sessionId: event.sessionId,
          taskId: event.backgroundTaskId,
          budgetId: currentBudget(store, event.sessionId, "main")?.id ?? null,
          at: now,
        });
      }
    })
    .immediate();
  if (event.taskReport) {
    const { mirrorTasks } = await import("./mirror-tasks.ts");
    await mirrorTasks(context, store, event.taskReport, loaded);
  }
  trimLog(store, path);
  return { kind: "silent" };
}
