// Is work of this budget still running in the background? A dev server is not work that will come back.
import type { BackgroundTask, GatedEvent } from "../../protocol/hook-event.ts";
import type { BackgroundTaskRow } from "./background-tasks.ts";

const YOUNG_MS = 10 * 60_000;
const ENDED = new Set(["completed", "failed", "killed", "stopped", "cancelled"]);

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
    return !isServer(task.command);
  });
}

/** Made when it is asked: most stops have no task to look at. */
function isServer(command: string): boolean {
  return /\b(serve|server|http\.server|runserver|nodemon|vite|webpack-dev-server|live-server|storybook|ngrok|tail\s+-[fF])\b|--watch\b|\b(next|nuxt|astro|remix|gatsby)\s+(dev|start)\b|\b(npm|pnpm|yarn|bun)\s+(run\s+)?(dev|start|watch)\b|\b(flask|rails|php)\s+(run|s|server|-S)\b|\buvicorn\b|\bgunicorn\b|docker\s+compose\s+up\b/.test(
    command,
  );
}
