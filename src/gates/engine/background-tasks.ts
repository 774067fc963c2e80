// Is work of this budget still running in the background? A dev server is not work that will come back.
import type { BackgroundTask, GatedEvent } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import { MAX_WAITS } from "./budget.ts";
import type { StopContext } from "./stop-context.ts";

const YOUNG_MS = 10 * 60_000;
const ENDED = new Set(["completed", "failed", "killed", "stopped", "cancelled"]);
const SERVER =
  /\b(serve|server|http\.server|runserver|nodemon|vite|webpack-dev-server|live-server|storybook|ngrok|tail\s+-[fF])\b|--watch\b|\b(next|nuxt|astro|remix|gatsby)\s+(dev|start)\b|\b(npm|pnpm|yarn|bun)\s+(run\s+)?(dev|start|watch)\b|\b(flask|rails|php)\s+(run|s|server|-S)\b|\buvicorn\b|\bgunicorn\b|docker\s+compose\s+up\b/;

/** The budget would allow this stop to wait for work in the background: nothing expensive need be looked at. */
export function willWait({ event, store, budget, now }: StopContext): boolean {
  const tasks = tasksToWaitFor(event);
  if (event.sessionId === null || tasks.length === 0 || (budget?.waits ?? 0) >= MAX_WAITS) return false;
  return hasBackgroundWork(tasks, knownBackgroundTasks(store, event.sessionId), budget?.id ?? null, now);
}

/** A subagent is listed as running in its own stop, and does not wait for the others beside it. */
export function tasksToWaitFor(event: GatedEvent): BackgroundTask[] {
  if (!("backgroundTasks" in event)) return [];
  return event.name === "SubagentStop"
    ? event.backgroundTasks.filter(({ type }) => type === "shell")
    : event.backgroundTasks;
}

export function hasBackgroundWork(
  tasks: readonly BackgroundTask[],
  known: ReadonlyMap<string, BackgroundTaskRow>,
  budgetId: number | null,
  now: number,
): boolean {
  return tasks.some((task) => {
    if (ENDED.has(task.status)) return false;
    if (task.type !== "shell") return true;
    const row = known.get(task.id);
    if (row && (row.budget_id !== budgetId || now - row.first_seen_at > YOUNG_MS)) return false;
    return !SERVER.test(task.command);
  });
}

export interface BackgroundTaskRow {
  task_id: string;
  budget_id: number | null;
  first_seen_at: number;
}

/** Keeps when, and in which budget, a background task was first seen. */
export function noteBackgroundTask(
  store: Store,
  task: { sessionId: string; taskId: string; budgetId: number | null; at: number },
): void {
  store
    .query(
      `INSERT OR IGNORE INTO background_tasks (session_id, task_id, budget_id, first_seen_at)
       VALUES ($sessionId, $taskId, $budgetId, $at)`,
    )
    .run({ ...task });
}

export function knownBackgroundTasks(store: Store, sessionId: string): Map<string, BackgroundTaskRow> {
  const rows = store
    .query("SELECT task_id, budget_id, first_seen_at FROM background_tasks WHERE session_id = $sessionId")
    .all({ sessionId }) as BackgroundTaskRow[];
  return new Map(rows.map((row) => [row.task_id, row]));
}
