// Is work of this budget still running in the background? A dev server does not count, because it never finishes, nor does
// an idle teammate, which waits for the lead.
import type { BackgroundTask, GatedEvent } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import { MAX_WAITS } from "./budget.ts";
import type { StopContext } from "./stop-context.ts";

const MAX_WORK_AGE_MS = 10 * 60_000;
const ENDED = new Set(["completed", "failed", "killed", "stopped", "cancelled"]);
const serverPattern = () =>
  /\b(serve|server|http\.server|runserver|nodemon|vite|webpack-dev-server|live-server|storybook|ngrok|tail\s+-[fF])\b|--watch\b|\b(next|nuxt|astro|remix|gatsby)\s+(dev|start)\b|\b(npm|pnpm|yarn|bun)\s+(run\s+)?(dev|start|watch)\b|\b(flask|rails|php)\s+(run|s|server|-S)\b|\buvicorn\b|\bgunicorn\b|docker\s+compose\s+up\b/;

/** The budget would let this stop wait for background work, so expensive checks can be skipped. */
export function willWait({ event, sessionId, store, budget, now }: StopContext): boolean {
  const tasks = tasksToWaitFor(event);
  if (tasks.length === 0 || (budget?.waits ?? 0) >= MAX_WAITS) return false;
  return hasBackgroundWork(tasks, readBackground(store, sessionId), budget?.id ?? null, now);
}

/** A subagent is listed as running in its own stop, and does not wait for other subagents. */
export function tasksToWaitFor(event: GatedEvent): BackgroundTask[] {
  if (!("backgroundTasks" in event)) return [];
  return event.name === "SubagentStop"
    ? event.backgroundTasks.filter(({ type }) => type === "shell")
    : event.backgroundTasks;
}

export function hasBackgroundWork(
  tasks: readonly BackgroundTask[],
  { known, idleTeammates }: BackgroundRows,
  budgetId: number | null,
  now: number,
): boolean {
  return isBusy(tasks, idleTeammates, ({ id }) => {
    const row = known.get(id);
    return !row || (row.budget_id === budgetId && now - row.first_seen_at <= MAX_WORK_AGE_MS);
  });
}

/** Any subagent, busy teammate, monitor or command except a server, whenever it was started. */
export function isAnythingRunning({ event, store }: Pick<StopContext, "event" | "store">): boolean {
  const tasks = tasksToWaitFor(event);
  if (event.sessionId === null || tasks.length === 0) return false;
  return isBusy(tasks, readBackground(store, event.sessionId).idleTeammates);
}

function isBusy(
  tasks: readonly BackgroundTask[],
  idleTeammates: number,
  isWaitedFor: (shell: BackgroundTask) => boolean = () => true,
): boolean {
  const running = tasks.filter(({ status }) => !ENDED.has(status));
  // The client lists idle teammates as running, without their names: only the numbers can be compared.
  if (running.filter(({ type }) => type === "teammate").length > idleTeammates) return true;
  return running.some((task) => {
    if (task.type !== "shell") return task.type !== "teammate";
    return isWaitedFor(task) && !serverPattern().test(task.command);
  });
}

interface BackgroundTaskRow {
  task_id: string;
  budget_id: number | null;
  first_seen_at: number;
}

interface BackgroundRows {
  known: ReadonlyMap<string, BackgroundTaskRow>;
  idleTeammates: number;
}

/** Records when, and in which budget, a background task was first seen. */
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

export function readBackground(store: Store, sessionId: string): BackgroundRows {
  const rows = store
    .query("SELECT task_id, budget_id, first_seen_at FROM background_tasks WHERE session_id = $sessionId")
    .all({ sessionId }) as BackgroundTaskRow[];
  const idle = store
    .query("SELECT count(*) AS n FROM idle_teammates WHERE session_id = $sessionId")
    .get({ sessionId }) as { n: number };
  return { known: new Map(rows.map((row) => [row.task_id, row])), idleTeammates: idle.n };
}

export function noteIdleTeammate(
  store: Store,
  teammate: { sessionId: string; name: string; agentId: string | null },
): void {
  store
    .query(
      `INSERT OR REPLACE INTO idle_teammates (session_id, name, agent_id) VALUES ($sessionId, $name, $agentId)`,
    )
    .run({ ...teammate });
}

/** The teammate has started, gets a message from the lead, or is gone. "*" is all of them. */
export function forgetIdleTeammate(
  store: Store,
  teammate: { sessionId: string | null; name: string | null; agentId?: string | null },
): void {
  store
    .query(
      "DELETE FROM idle_teammates WHERE session_id = $sessionId AND ($name IN (name, '*') OR agent_id = $agentId)",
    )
    .run({ agentId: null, ...teammate });
}
