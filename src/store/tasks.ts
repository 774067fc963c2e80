// The client's own tasks, as its events told them, and what becomes of work that somebody declared.
import type { Store } from "./open.ts";

export interface TaskRow {
  session_id: string;
  task_id: string;
  subject: string;
  status: string;
  /** When it was told of last. */
  updated_at: number;
  /** When it was made, or moved to another status; 0 in rows of older versions. */
  changed_at: number;
}

/** What an event told of one task; null leaves what is known. */
export interface TaskSighting {
  taskId: string;
  subject: string | null;
  status: string | null;
  /** The status it had before, where that is known. */
  was: string | null;
}

/** An event may land late: one that moved the task on from another status than it has now does not open it again. */
export function saveTask(store: Store, sessionId: string, task: TaskSighting, at: number): TaskRow {
  return store
    .query(
      `INSERT INTO tasks (session_id, task_id, subject, status, updated_at, changed_at)
       VALUES ($sessionId, $taskId, coalesce($subject, ''), coalesce($status, 'pending'), $at, $at)
       ON CONFLICT (session_id, task_id) DO UPDATE SET
         subject = coalesce($subject, subject),
         changed_at = iif(coalesce($status, status) = status, changed_at, $at),
         status = CASE WHEN status IN ('completed', 'deleted') AND $was <> status THEN status
           ELSE coalesce($status, status) END,
         updated_at = $at
       RETURNING *`,
    )
    .get({ sessionId, ...task, at }) as TaskRow;
}

/** Every task of a session, whatever its status. */
export function listTasks(store: Store, sessionId: string): TaskRow[] {
  return store
    .query("SELECT * FROM tasks WHERE session_id = $sessionId ORDER BY CAST(task_id AS INTEGER), task_id")
    .all({ sessionId }) as TaskRow[];
}

/** A todo has no id of its own: its words tell it from others, by their hash, because they may hold a secret. */
export function todoId(words: string): string {
  return `todo:${Bun.hash(words).toString(36)}`;
}

/** A new list is told as a whole: todos that are not on it any more are gone. */
export function dropTodos(store: Store, sessionId: string, kept: readonly string[], at: number): TaskRow[] {
  return store
    .query(
      `UPDATE tasks SET status = 'deleted', updated_at = $at
       WHERE session_id = $sessionId AND task_id GLOB 'todo:*' AND status <> 'deleted'
         AND task_id NOT IN (SELECT value FROM json_each($kept)) RETURNING *`,
    )
    .all({ sessionId, kept: JSON.stringify(kept), at }) as TaskRow[];
}

export function isOpenStatus(status: string): boolean {
  return status === "pending" || status === "in_progress";
}

/** Of a loop, a flow or a pipeline. Only an active one holds; a suspended one waits until somebody goes on with it. */
export type WorkStatus = "active" | "suspended" | "done" | "cancelled";

export function isUnfinished(work: { status: WorkStatus }): boolean {
  return work.status === "active" || work.status === "suspended";
}
