import { databasePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { mayCapture } from "../config/place.ts";
import type { Config } from "../config/schema.ts";
import { forgetIdleTeammate, noteBackgroundTask } from "../gates/engine/background-tasks.ts";
import { currentBudget } from "../gates/engine/budget-rows.ts";
import type { Answer, ToolEvent } from "../protocol/hook-event.ts";
import { hookOrigin } from "../recording/capture/hook-origin.ts";
import { bashCommandOf, type CheckPlace, callOf, redactCall } from "../recording/capture/redact-call.ts";
import { redactOnDemand } from "../recording/capture/redact-on-demand.ts";
import { enqueueCall, type NewCall } from "../recording/queue/pending-queue.ts";
import { record } from "../recording/record.ts";
import { attempt, type HookContext, hookTime } from "../store/hook-context.ts";
import { truncateLongWal } from "../store/maintain.ts";
import { inTransaction, openLedger } from "../store/open.ts";

/** The client does not wait for this event, so it can wait for the write lock nearly until its deadline. */
const WAIT_MS = 4000;

/** A cheap filter: a command that runs checks has one of these words, and most commands have none. */
const MAY_CHECK =
  /test|spec|mocha|tox|nox|check|verify|lint|tsc|biome|ruff|mypy|pyright|clippy|vet|build|types/;

/** A tool ran: records and counts the call, and ties a background shell that it started to the current budget. */
export async function onToolUse(context: HookContext<ToolEvent>): Promise<Answer> {
  const { event, env, now, projectDir } = context;
  const path = databasePath(env);
  const loaded = await loadConfig(env, projectDir);
  const call = mayCapture(context, loaded.config)
    ? await attempt(context, "capture", () => captureCall(context, loaded.config))
    : null;
  const store = await openLedger(path, WAIT_MS);
  // For the drain: a hook does not open the memory database.
  const saveCall = (one: NewCall) => enqueueCall(store, { ...one, hookMs: hookTime() });
  inTransaction(store, () => {
    record<NewCall>(store, { at: now, call }, { ...hookOrigin(store, context, 1), saveCall });
    if (event.sessionId && event.backgroundTaskId) {
      noteBackgroundTask(store, {
        sessionId: event.sessionId,
        taskId: event.backgroundTaskId,
        budgetId: currentBudget(store, event.sessionId, "main")?.id ?? null,
        at: now,
      });
    }
    if (event.messageTo) forgetIdleTeammate(store, { sessionId: event.sessionId, name: event.messageTo });
  });
  if (event.taskReport) {
    const { recordTasks } = await import("../recording/tasks/record-tasks.ts");
    await recordTasks({ ...context, loaded, store }, event.taskReport);
  }
  truncateLongWal(store, path);
  return { kind: "silent" };
}

/** null when the config excludes the tool, or a person stopped the call: it is then only counted. */
async function captureCall(context: HookContext<ToolEvent>, { capture }: Config): Promise<NewCall | null> {
  const { event, projectDir, now } = context;
  const { sessionId, toolUseId, toolName: tool } = event;
  if (sessionId === null || event.isInterrupted) return null;
  const call = callOf(event, projectDir, await findCheckPlace(context));
  const rules = { exclude: capture.exclude, maxCharacters: capture.rowKilobytes * 1024 };
  const redacted = await redactOnDemand((redactor) => redactCall(call, rules, redactor));
  if (redacted === null) return null;
  const { json: rawOutput, files, priority } = redacted;
  return { sessionId, toolUseId, tool, rawOutput, filesTouched: JSON.stringify(files), priority, at: now };
}

/** Where a command ran checks; null when it ran none. */
async function findCheckPlace(context: HookContext<ToolEvent>): Promise<CheckPlace | null> {
  const { event } = context;
  const command = bashCommandOf({ tool: event.toolName, input: event.toolInput });
  if (command === null || !MAY_CHECK.test(command)) return null;
  const { readCheckPlace } = await import("../recording/runs/read-check-place.ts");
  // The call is recorded without its place then.
  return readCheckPlace(context, command).catch(() => null);
}
