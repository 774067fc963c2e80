// The client's tasks, as its events report them.
import type { Store } from "./open.ts";

export interface TaskRow {
  session_id: string;
  task_id: string;
  subject: string;
  status: string;
  /** When it was last reported. */
  updated_at: number;
  /** When it was created or changed its status; 0 in rows of older versions. */
  changed_at: number;
  /** 1: an event closed it, and the transcript was not read since. */
  unconfirmed: number;
}

/** Fields that are null stay as they were. */
interface TaskUpdate {
  taskId: string;
  subject: string | null;
  status: string | null;
  /** The previous status, if the event reports it. */
  was: string | null;
}

/** What an event reports about tasks, without secrets. */
export interface TaskUpdates {
  /** Todos that it does not name are deleted. */
  isWholeList: boolean;
  tasks: TaskUpdate[];
}

/** Returns the rows that changed. */
export function saveTasks(
  store: Store,
  sessionId: string,
  { isWholeList, tasks }: TaskUpdates,
  at: number,
): TaskRow[] {
  const kept = tasks.map(({ taskId }) => taskId);
  const dropped = isWholeList ? dropTodos(store, sessionId, kept, at) : [];
  return [...dropped, ...tasks.flatMap((task) => saveTask(store, sessionId, task, at) ?? [])];
}

/**
 * Events may arrive late: a finished task is not reopened by one whose previous status differs from its present one. null when
 * the task was reported after `at`, as when a transcript is read again.
 */
function saveTask(store: Store, sessionId: string, task: TaskUpdate, at: number): TaskRow | null {
  return store
    .query(
      `INSERT INTO tasks (session_id, task_id, subject, status, updated_at, changed_at)
       VALUES ($sessionId, $taskId, coalesce($subject, ''), coalesce($status, 'pending'), $at, $at)
       ON CONFLICT (session_id, task_id) DO UPDATE SET
         subject = coalesce($subject, subject),
         changed_at = iif(coalesce($status, status) = status, changed_at, $at),
         status = CASE WHEN status IN ('completed', 'deleted') AND $was <> status THEN status
           ELSE coalesce($status, status) END,
         unconfirmed = CASE WHEN status IN ('completed', 'deleted') THEN unconfirmed
           ELSE coalesce($status, status) IN ('completed', 'deleted') END,
         updated_at = $at
       WHERE updated_at <= $at
       RETURNING *`,
    )
    .get({ sessionId, ...task, at }) as TaskRow | null;
}

/** All tasks of a session, finished ones included. */
export function listTasks(store: Store, sessionId: string): TaskRow[] {
  return store
    .query("SELECT * FROM tasks WHERE session_id = $sessionId ORDER BY CAST(task_id AS INTEGER), task_id")
    .all({ sessionId }) as TaskRow[];
}

export function listOpenTasks(store: Store, sessionId: string): TaskRow[] {
  return listTasks(store, sessionId).filter(({ status }) => isOpenStatus(status));
}

/** Opens a task again that the transcript does not show as closed, or confirms that it is closed. */
export function settleClosing(store: Store, { session_id, task_id }: TaskRow, isShown: boolean): void {
  store
    .query(
      `UPDATE tasks SET unconfirmed = 0, status = iif($isShown, status, 'pending')
       WHERE session_id = $session_id AND task_id = $task_id AND unconfirmed = 1`,
    )
    .run({ session_id, task_id, isShown });
}

/** A todo has no id: its text identifies it, as a hash, because it may hold a secret. */
export function todoId(text: string): string {
  return `todo:${Bun.hash(text).toString(36)}`;
}

/** A list is always reported as a whole: todos that are no longer on it are deleted. */
function dropTodos(store: Store, sessionId: string, kept: readonly string[], at: number): TaskRow[] {
  return store
    .query(
      `UPDATE tasks SET unconfirmed = iif(status = 'completed', unconfirmed, 1), status = 'deleted', updated_at = $at
       WHERE session_id = $sessionId AND task_id GLOB 'todo:*' AND status <> 'deleted'
         AND updated_at <= $at
         AND task_id NOT IN (SELECT value FROM json_each($kept)) RETURNING *`,
    )
    .all({ sessionId, kept: JSON.stringify(kept), at }) as TaskRow[];
}

export function isOpenStatus(status: string): boolean {
  return status === "pending" || status === "in_progress";
}
