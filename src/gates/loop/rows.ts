import type { Store } from "../../store/open.ts";
import type { WorkStatus } from "../../store/tasks.ts";

export type ValidationResult = "pending" | "passed" | "failed";

export interface LoopRow {
  session_id: string;
  /** Where the verify command runs. */
  project_dir: string;
  task: string;
  verify: string | null;
  promise: string | null;
  max_iterations: number;
  max_minutes: number;
  /** Blocks so far. */
  iteration: number;
  resumes: number;
  status: WorkStatus;
  validation_result: ValidationResult;
  last_error: string | null;
  why: string | null;
  /** Set when this row cancels a loop of another tool: identifies the loop in that tool's file. */
  file_key: string | null;
  started_by: "user" | "claude";
  created_at: number;
  updated_at: number;
}

export type NewLoop = Pick<
  LoopRow,
  | "session_id"
  | "project_dir"
  | "task"
  | "verify"
  | "promise"
  | "max_iterations"
  | "max_minutes"
  | "started_by"
  | "created_at"
>;

export function findLoop(store: Store, sessionId: string): LoopRow | null {
  return store
    .query("SELECT * FROM loops WHERE session_id = $sessionId")
    .get({ sessionId }) as LoopRow | null;
}

const FRESH: Pick<LoopRow, "status" | "file_key" | "why" | "iteration"> = {
  status: "active",
  file_key: null,
  why: null,
  iteration: 0,
};

/** Replaces the session's loop. `created_at` identifies a loop, so it is always later than the previous one's. */
export function insertLoop(store: Store, loop: NewLoop & Partial<typeof FRESH>): LoopRow {
  return store
    .query(
      `INSERT OR REPLACE INTO loops (session_id, project_dir, task, verify, promise, max_iterations, max_minutes,
         status, file_key, why, iteration, started_by, created_at, updated_at)
       VALUES ($session_id, $project_dir, $task, $verify, $promise, $max_iterations, $max_minutes, $status,
         $file_key, $why, $iteration, $started_by,
         max($created_at, coalesce((SELECT created_at + 1 FROM loops WHERE session_id = $session_id), 0)),
         $created_at)
       RETURNING *`,
    )
    .get({ ...FRESH, ...loop }) as LoopRow;
}

/** `rounds`: 1 when the stop was blocked. `result`: null when the command did not run. */
export function noteRound(
  store: Store,
  sessionId: string,
  round: { rounds: 0 | 1; result: ValidationResult | null; lastError: string | null; at: number },
): void {
  store
    .query(
      `UPDATE loops SET iteration = min(max_iterations, iteration + $rounds),
         validation_result = coalesce($result, validation_result),
         last_error = CASE WHEN $result IS NULL THEN last_error ELSE $lastError END,
         updated_at = $at WHERE session_id = $sessionId`,
    )
    .run({ sessionId, ...round });
}

export function setLoopStatus(
  store: Store,
  sessionId: string,
  change: { status: WorkStatus; why: string | null; at: number },
): void {
  store
    .query("UPDATE loops SET status = $status, why = $why, updated_at = $at WHERE session_id = $sessionId")
    .run({ sessionId, ...change });
}

/** Ends the loop, and every suspended loop of the project with the same command. */
export function endLoop(
  store: Store,
  { session_id, project_dir, verify }: Pick<LoopRow, "session_id" | "project_dir" | "verify">,
  at: number,
): void {
  store
    .query(
      `UPDATE loops SET status = 'done', why = NULL, updated_at = $at,
         validation_result = iif(verify IS NULL, validation_result, 'passed'), last_error = NULL
       WHERE session_id = $session_id
         OR (project_dir = $project_dir AND verify = $verify AND status = 'suspended')`,
    )
    .run({ session_id, project_dir, verify, at });
}

/** Situations from before the resume no longer count. */
export function resumeLoop(
  store: Store,
  sessionId: string,
  change: { maxIterations: number; at: number },
): LoopRow | null {
  return store
    .query(
      `UPDATE loops SET status = 'active', why = NULL, resumes = resumes + 1, max_iterations = $maxIterations,
         updated_at = $at WHERE session_id = $sessionId RETURNING *`,
    )
    .get({ sessionId, ...change }) as LoopRow | null;
}

/** Another tool's file stays unchanged; a row of ours says that it is cancelled. */
export function cancelFileLoop(store: Store, loop: NewLoop & Omit<typeof FRESH, "status">): void {
  insertLoop(store, { ...loop, status: "cancelled" });
}

/** Moves a loop to another session, whose own loop is replaced. */
export function moveLoop(store: Store, from: string, to: string, at: number): void {
  store
    .query("UPDATE OR REPLACE loops SET session_id = $to, updated_at = $at WHERE session_id = $from")
    .run({ from, to, at });
}

/** Unfinished loops of other sessions of this project, newest first. */
export function openLoopsOfOthers(store: Store, projectDir: string, sessionId: string): LoopRow[] {
  return store
    .query(
      `SELECT * FROM loops WHERE project_dir = $projectDir AND session_id <> $sessionId
         AND status IN ('active', 'suspended') ORDER BY updated_at DESC LIMIT 5`,
    )
    .all({ projectDir, sessionId }) as LoopRow[];
}

/** Loops of the project with a command that are suspended, or whose session has ended. */
export function abandonedLoops(store: Store, projectDir: string): LoopRow[] {
  return store
    .query(
      `SELECT loops.* FROM loops LEFT JOIN sessions USING (session_id)
       WHERE loops.project_dir = $projectDir AND verify IS NOT NULL
         AND (status = 'suspended' OR (status = 'active' AND ended_at IS NOT NULL))
       ORDER BY updated_at DESC LIMIT 5`,
    )
    .all({ projectDir }) as LoopRow[];
}
