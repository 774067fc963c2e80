import type { Store } from "../../store/open.ts";

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
