// Is work of this budget still running in the background? A dev server is not work that will come back, and a teammate that
// went idle waits for the lead.
import type { BackgroundTask, GatedEvent } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import { MAX_WAITS } from "./budget.ts";
import type { StopContext } from "./stop-context.ts";

const YOUNG_MS = 10 * 60_000;
const ENDED = new Set(["completed", "failed", "killed", "stopped", "cancelled"]);
const serverPattern = () =>
  /\b(serve|server|http\.server|runserver|nodemon|vite|webpack-dev-server|live-server|storybook|ngrok|tail\s+-[fF])\b|--watch\b|\b(next|nuxt|astro|remix|gatsby)\s+(dev|start)\b|\b(npm|pnpm|yarn|bun)\s+(run\s+)?(dev|start|watch)\b|\b(flask|rails|php)\s+(run|s|server|-S)\b|\buvicorn\b|\bgunicorn\b|docker\s+compose\s+up\b/;

/** The budget would allow this stop to wait for work in the background: nothing expensive need be looked at. */
export function willWait({ event, store, budget, now }: StopContext): boolean {
  const tasks = tasksToWaitFor(event);
  if (event.sessionId === null || tasks.length === 0 || (budget?.waits ?? 0) >= MAX_WAITS) return false;
  return hasBackgroundWork(tasks, readBackground(store, event.sessionId), budget?.id ?? null, now);
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
  { known, idleTeammates }: BackgroundRows,
  budgetId: number | null,
  now: number,
): boolean {
  const running = tasks.filter(({ status }) => !ENDED.has(status));
  // The client lists an idle teammate as running, and no name with it.
  if (running.filter(({ type }) => type === "teammate").length > idleTeammates) return true;
  return running.some((task) => {
    if (task.type === "teammate") return false;
    if (task.type !== "shell") return true;
    const row = known.get(task.id);
    if (row && (row.budget_id !== budgetId || now - row.first_seen_at > YOUNG_MS)) return false;
    return !serverPattern().test(task.command);
  });
}

/** A subagent, a teammate at work, a monitor or a command, whenever it was started; a server never comes back by itself. */
export function isAnythingRunning({ event, store }: Pick<StopContext, "event" | "store">): boolean {
  const running = tasksToWaitFor(event).filter(({ status }) => !ENDED.has(status));
  if (event.sessionId === null || running.length === 0) return false;
  const { idleTeammates } = readBackground(store, event.sessionId);
  if (running.filter(({ type }) => type === "teammate").length > idleTeammates) return true;
  return running.some(
    ({ type, command }) => type !== "teammate" && !(type === "shell" && serverPattern().test(command)),
  );
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

/** The name of a teammate is the type of its agent. */
export function noteStartedAgent(
  store: Store,
  agent: { sessionId: string | null; agentId: string | null; agentType: string | null },
): void {
  store
    .query(
      "DELETE FROM idle_teammates WHERE session_id = $sessionId AND (agent_id = $agentId OR name = $agentType)",
    )
    .run({ ...agent });
}

/** A session that begins again has none any more. */
export function forgetTeammates(store: Store, sessionId: string): void {
  store.query("DELETE FROM idle_teammates WHERE session_id = $sessionId").run({ sessionId });
}

/** The lead wrote to it, so it is about to work again; "*" is all of them. */
export function noteMessageTo(store: Store, sessionId: string, name: string): void {
  store
    .query("DELETE FROM idle_teammates WHERE session_id = $sessionId AND $name IN (name, '*')")
    .run({ sessionId, name });
}
