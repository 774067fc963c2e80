// Pipelines and the reports of their subagents.
import { findGoal, type Goal, insertGoal, statusOf, type WorkStatus } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { parseJson } from "../../text/unknown-values.ts";

/** As `pipeline status --json` shows it. */
export interface PipelineRow {
  id: number;
  session_id: string;
  project_dir: string;
  status: WorkStatus;
  why: string | null;
  created_at: number;
  updated_at: number;
  /** What Claude asked the person at its last stop. */
  question: string | null;
}

/** The session's newest pipeline, finished or not. */
export function findPipeline(store: Store, sessionId: string): PipelineRow | null {
  const goal = findGoal(store, "pipeline", sessionId);
  return goal && toPipeline(goal);
}

export function toPipeline(goal: Goal): PipelineRow {
  const { id, sessionId, projectDir, why, createdAt, updatedAt, details } = goal;
  return {
    ...{ id, session_id: sessionId, project_dir: projectDir, status: statusOf(goal), why },
    ...{ created_at: createdAt, updated_at: updatedAt },
    question: typeof details.question === "string" ? details.question : null,
  };
}

/** The person's next prompt, which opens a budget, is the answer. */
export function describeWait(row: PipelineRow, budget: { opened_at: number } | null): string | null {
  const isAnswered = budget !== null && budget.opened_at > row.updated_at;
  return row.status !== "active" || row.question === null || isAnswered
    ? null
    : `waiting for you: ${row.question}`;
}

export function startPipeline(
  store: Store,
  run: { sessionId: string; projectDir: string; at: number },
): Goal {
  const { at: createdAt, ...place } = run;
  const text = "a pipeline of subagents";
  const rest = { conditions: [], maxRounds: null, maxMinutes: 0, startedBy: "claude" } as const;
  return insertGoal(store, { ...place, ...rest, kind: "pipeline", text, createdAt });
}

/**
 * - running: the subagent has not stopped yet
 * - unproven: it reported, but its verify command gave no result
 * - early: it started before the required stages were finished
 */
export type ReportResult = "running" | "passed" | "failed" | "unproven" | "early";

/** One subagent's work for a stage. */
export interface StageReport {
  agentId: string;
  agentType: string;
  stage: string;
  chunk: string | null;
  /** The number of chunks of the stage, if known. */
  chunks: number | null;
  result: ReportResult;
  /** Its last message, shortened, without secrets. */
  report: string;
  error: string | null;
  files: string[];
  /** It started before the required stages were finished. */
  isEarly: boolean;
  startedAt: number;
  finishedAt: number | null;
}

const MAX_REPORTS = 200;

const COLUMNS = `agent_id AS agentId, agent_type AS agentType, stage, chunk, chunks, result, report, error, files,
  early AS isEarly, started_at AS startedAt, finished_at AS finishedAt`;

/** Oldest first. */
export function listReports(store: Store, runId: number): StageReport[] {
  return reportsWhere(store, "goal_id = $runId", { runId });
}

export function findReport(store: Store, runId: number, agentId: string): StageReport | null {
  const [report] = reportsWhere(store, "goal_id = $runId AND agent_id = $agentId", { runId, agentId });
  return report ?? null;
}

/** Finished reports that the starting agent has not seen in a summary. */
export function unsharedReports(store: Store, runId: number): StageReport[] {
  return reportsWhere(store, "goal_id = $runId AND told = 0 AND finished_at IS NOT NULL", { runId });
}

function reportsWhere(store: Store, where: string, bound: Record<string, string | number>): StageReport[] {
  const rows = store
    .query(
      `SELECT ${COLUMNS} FROM subagent_reports WHERE ${where} ORDER BY started_at, agent_id LIMIT ${MAX_REPORTS}`,
    )
    .all(bound) as (Omit<StageReport, "files" | "isEarly"> & { files: string; isEarly: number })[];
  return rows.map((row) => ({ ...row, files: parseFiles(row.files), isEarly: row.isEarly !== 0 }));
}

/** Empty for an invalid row. */
function parseFiles(text: string): string[] {
  const files = parseJson(text);
  return Array.isArray(files) ? files.filter((file) => typeof file === "string") : [];
}

export function markShared(store: Store, runId: number): void {
  store
    .query("UPDATE subagent_reports SET told = 1 WHERE goal_id = $runId AND finished_at IS NOT NULL")
    .run({ runId });
}

/** A resumed subagent already has a row, and runs again. */
export function noteSubagentStart(
  store: Store,
  runId: number,
  agent: { agentId: string; agentType: string; stage: string; early: boolean; at: number },
): void {
  store
    .query(
      `INSERT INTO subagent_reports (goal_id, agent_id, agent_type, stage, result, early, started_at)
       VALUES ($runId, $agentId, $agentType, $stage, 'running', $early, $at)
       ON CONFLICT (goal_id, agent_id) DO UPDATE SET stage = $stage, result = 'running', early = $early,
         finished_at = NULL, told = 0`,
    )
    .run({ runId, ...agent, early: agent.early ? 1 : 0 });
}

/** Keeps the recorded start time. */
export function saveReport(store: Store, runId: number, report: StageReport): void {
  store
    .query(
      `INSERT INTO subagent_reports (goal_id, agent_id, agent_type, stage, chunk, chunks, result, report, error, files,
         early, started_at, finished_at)
       VALUES ($runId, $agentId, $agentType, $stage, $chunk, $chunks, $result, $report, $error, $files,
         $isEarly, $startedAt, $finishedAt)
       ON CONFLICT (goal_id, agent_id) DO UPDATE SET stage = $stage, chunk = $chunk, chunks = $chunks,
         result = $result, report = $report, error = $error, files = $files, finished_at = $finishedAt, told = 0`,
    )
    .run({ runId, ...report, isEarly: report.isEarly ? 1 : 0, files: JSON.stringify(report.files) });
}

/** For a subagent that ended without a report. */
export function failRunning(store: Store, runId: number, agentId: string, at: number): void {
  store
    .query(
      `UPDATE subagent_reports SET result = 'failed', error = 'it ended without a report', finished_at = $at
       WHERE goal_id = $runId AND agent_id = $agentId AND result = 'running'`,
    )
    .run({ runId, agentId, at });
}
