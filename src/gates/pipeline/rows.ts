import type { Store } from "../../store/open.ts";

/** Only an active run holds. A suspended one goes on with the next subagent of a stage. */
export type PipelineStatus = "active" | "suspended" | "done" | "cancelled";

export interface PipelineRow {
  id: number;
  session_id: string;
  project_dir: string;
  status: PipelineStatus;
  why: string | null;
  created_at: number;
  updated_at: number;
}

const KEPT_MS = 30 * 24 * 3_600_000;

/** The session's last one, whatever became of it. */
export function findPipeline(store: Store, sessionId: string): PipelineRow | null {
  return store
    .query("SELECT * FROM pipeline_runs WHERE session_id = $sessionId ORDER BY id DESC LIMIT 1")
    .get({ sessionId }) as PipelineRow | null;
}

export function readPipeline(store: Store, id: number): PipelineRow | null {
  return store.query("SELECT * FROM pipeline_runs WHERE id = $id").get({ id }) as PipelineRow | null;
}

/** What is long over goes. */
export function startPipeline(
  store: Store,
  run: { sessionId: string; projectDir: string; at: number },
): PipelineRow {
  const before = run.at - KEPT_MS;
  store
    .query(
      "DELETE FROM subagent_reports WHERE run_id IN (SELECT id FROM pipeline_runs WHERE updated_at < $before)",
    )
    .run({ before });
  store.query("DELETE FROM pipeline_runs WHERE updated_at < $before").run({ before });
  return store
    .query(
      `INSERT INTO pipeline_runs (session_id, project_dir, created_at, updated_at)
       VALUES ($sessionId, $projectDir, $at, $at) RETURNING *`,
    )
    .get({ ...run }) as PipelineRow;
}

export function setPipelineStatus(
  store: Store,
  id: number,
  change: { status: PipelineStatus; why: string | null; at: number },
): void {
  store
    .query("UPDATE pipeline_runs SET status = $status, why = $why, updated_at = $at WHERE id = $id")
    .run({ id, ...change });
}

/** Not over, in this project, newest first. */
export function openPipelines(store: Store, projectDir: string): PipelineRow[] {
  return store
    .query(
      `SELECT * FROM pipeline_runs WHERE project_dir = $projectDir AND status IN ('active', 'suspended')
       ORDER BY id DESC LIMIT 5`,
    )
    .all({ projectDir }) as PipelineRow[];
}
