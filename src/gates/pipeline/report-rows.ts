import type { Store } from "../../store/open.ts";

/**
 * - running: the subagent has not stopped yet
 * - unproven: it reported, but its verify command could not tell
 * - early: it worked before what it requires was finished
 */
export type Result = "running" | "passed" | "failed" | "unproven" | "early";

/** What one subagent did for a stage. */
export interface Report {
  agentId: string;
  agentType: string;
  stage: string;
  chunk: string | null;
  /** How many chunks the stage has, when it was said. */
  chunks: number | null;
  result: Result;
  /** Its last message, shortened, without secrets. */
  report: string;
  error: string | null;
  files: string[];
  /** It started before what the stage requires was finished. */
  isEarly: boolean;
  startedAt: number;
  finishedAt: number | null;
}

interface ReportRow {
  run_id: number;
  agent_id: string;
  agent_type: string;
  stage: string;
  chunk: string | null;
  chunks: number | null;
  result: Result;
  report: string;
  error: string | null;
  /** JSON. */
  files: string;
  started_at: number;
  finished_at: number | null;
  early: number;
  told: number;
}

const MAX_REPORTS = 200;

/** Of one run, the oldest first. */
export function listReports(store: Store, runId: number): Report[] {
  return toReports(
    store
      .query("SELECT * FROM subagent_reports WHERE run_id = $runId ORDER BY started_at, agent_id LIMIT $most")
      .all({ runId, most: MAX_REPORTS }),
  );
}

export function findReport(store: Store, runId: number, agentId: string): Report | null {
  const row = store
    .query("SELECT * FROM subagent_reports WHERE run_id = $runId AND agent_id = $agentId")
    .get({ runId, agentId });
  return row === null ? null : (toReports([row])[0] ?? null);
}

/** Finished, and the agent that sent them has not had a summary with them. */
export function unsharedReports(store: Store, runId: number): Report[] {
  return toReports(
    store
      .query(
        `SELECT * FROM subagent_reports WHERE run_id = $runId AND told = 0 AND finished_at IS NOT NULL
         ORDER BY started_at, agent_id LIMIT $most`,
      )
      .all({ runId, most: MAX_REPORTS }),
  );
}

export function markShared(store: Store, runId: number): void {
  store
    .query("UPDATE subagent_reports SET told = 1 WHERE run_id = $runId AND finished_at IS NOT NULL")
    .run({ runId });
}

/** A subagent that was resumed has a row already and runs again. */
export function noteSubagentStart(
  store: Store,
  runId: number,
  agent: { agentId: string; agentType: string; stage: string; early: boolean; at: number },
): void {
  store
    .query(
      `INSERT INTO subagent_reports (run_id, agent_id, agent_type, stage, result, early, started_at)
       VALUES ($runId, $agentId, $agentType, $stage, 'running', $early, $at)
       ON CONFLICT (run_id, agent_id) DO UPDATE SET stage = $stage, result = 'running', early = $early,
         finished_at = NULL, told = 0`,
    )
    .run({ runId, ...agent, early: agent.early ? 1 : 0 });
}

/** The start is kept when it was seen. */
export function saveReport(store: Store, runId: number, report: Report): void {
  store
    .query(
      `INSERT INTO subagent_reports (run_id, agent_id, agent_type, stage, chunk, chunks, result, report, error, files,
         early, started_at, finished_at)
       VALUES ($runId, $agentId, $agentType, $stage, $chunk, $chunks, $result, $report, $error, $files,
         $isEarly, $startedAt, $finishedAt)
       ON CONFLICT (run_id, agent_id) DO UPDATE SET stage = $stage, chunk = $chunk, chunks = $chunks,
         result = $result, report = $report, error = $error, files = $files, finished_at = $finishedAt, told = 0`,
    )
    .run({ runId, ...report, isEarly: report.isEarly ? 1 : 0, files: JSON.stringify(report.files) });
}

/** It ended, and nobody heard what it had to say. */
export function failRunning(store: Store, runId: number, agentId: string, at: number): void {
  store
    .query(
      `UPDATE subagent_reports SET result = 'failed', error = 'it ended without a report', finished_at = $at
       WHERE run_id = $runId AND agent_id = $agentId AND result = 'running'`,
    )
    .run({ runId, agentId, at });
}

function toReports(rows: unknown[]): Report[] {
  return (rows as ReportRow[]).map((row) => ({
    agentId: row.agent_id,
    agentType: row.agent_type,
    stage: row.stage,
    chunk: row.chunk,
    chunks: row.chunks,
    result: row.result,
    report: row.report,
    error: row.error,
    files: parseFiles(row.files),
    isEarly: row.early !== 0,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }));
}

function parseFiles(text: string): string[] {
  try {
    const files: unknown = JSON.parse(text);
    return Array.isArray(files) ? files.filter((file) => typeof file === "string") : [];
  } catch {
    return []; // A row that makes no sense has no files for us.
  }
}
