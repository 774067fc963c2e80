// The queries behind insights, for one project and one span of time.
import { IN_PROJECT_SQL } from "../../recording/metrics/metric-rows.ts";
import type { Store } from "../../store/open.ts";

export interface KnownProject {
  key: string;
  /** Identifies sessions that have no key yet. */
  dir: string;
}

export interface ProjectSpan extends KnownProject {
  since: number;
  until: number;
}

const IN_TIME = "at >= $since AND at < $until";

/** Most recent first. */
export function listKnownProjects(store: Store, since: number): KnownProject[] {
  return store
    .query(
      `SELECT coalesce(project_key, project_dir) AS key, project_dir AS dir, max(last_seen_at) AS seen FROM sessions
       WHERE last_seen_at >= $since AND project_dir IS NOT NULL GROUP BY 1 ORDER BY seen DESC`,
    )
    .all({ since }) as KnownProject[];
}

export function countSessions(store: Store, span: ProjectSpan): { sessions: number; toolCalls: number } {
  return store
    .query(
      `SELECT count(*) AS sessions, coalesce(sum(tool_calls), 0) AS toolCalls FROM sessions
       WHERE ${IN_PROJECT_SQL} AND last_seen_at >= $since AND last_seen_at < $until`,
    )
    .get({ ...span }) as { sessions: number; toolCalls: number };
}

/** How the main agent's stops ended. */
export function countVerdicts(store: Store, span: ProjectSpan): { verdict: string; n: number }[] {
  return store
    .query(
      `SELECT verdict, count(*) AS n FROM decisions
       WHERE ${IN_PROJECT_SQL} AND ${IN_TIME} AND event = 'Stop' GROUP BY verdict ORDER BY n DESC, verdict`,
    )
    .all({ ...span }) as { verdict: string; n: number }[];
}

export interface HeldRow {
  id: number;
  session_id: string;
  budget_id: number | null;
  verdict: "blocked" | "stalled" | "capped";
  /** JSON: the findings. */
  findings: string;
  wrong_at: number | null;
}

/** Blocks and releases, oldest first. */
export function listHeldDecisions(store: Store, span: ProjectSpan): HeldRow[] {
  return store
    .query(
      `SELECT id, session_id, budget_id, verdict, findings, wrong_at FROM decisions
       WHERE ${IN_PROJECT_SQL} AND ${IN_TIME} AND verdict IN ('blocked', 'stalled', 'capped') ORDER BY id`,
    )
    .all({ ...span }) as HeldRow[];
}

/** Advice by gate, each piece once per session. */
export function countAdvice(store: Store, span: ProjectSpan): { gate: string; n: number }[] {
  return store
    .query(
      `SELECT gate, count(*) AS n FROM (
         SELECT DISTINCT session_id, finding.value ->> '$.gate' AS gate, finding.value ->> '$.fingerprint' AS fingerprint
         FROM decisions, json_each(iif(json_valid(findings), findings, '[]')) AS finding
         WHERE ${IN_PROJECT_SQL} AND ${IN_TIME} AND finding.value ->> '$.severity' = 'advise'
           AND coalesce(finding.value ->> '$.isSilent', 0) = 0)
       GROUP BY gate ORDER BY n DESC, gate`,
    )
    .all({ ...span }) as { gate: string; n: number }[];
}

export interface FailingCommand {
  command: string;
  failures: number;
  sessions: number;
  /** How many of the failures were fixed in the same session. */
  fixed: number;
  /** Where it failed last. */
  last_session: string;
  last_call: string | null;
  last_at: number;
}

export function listFailingCommands(store: Store, span: ProjectSpan, max: number): FailingCommand[] {
  return store
    .query(
      `SELECT subject AS command, count(*) AS failures, count(DISTINCT session_id) AS sessions,
         count(fixed_by) AS fixed, session_id AS last_session, tool_use_id AS last_call, max(at) AS last_at FROM observations
       WHERE ${IN_PROJECT_SQL} AND ${IN_TIME} AND kind = 'failure' AND subject IS NOT NULL
       GROUP BY subject ORDER BY failures DESC, subject LIMIT $max`,
    )
    .all({ ...span, max }) as FailingCommand[];
}

export function countFailures(store: Store, span: ProjectSpan): number {
  const row = store
    .query(
      `SELECT count(*) AS n FROM observations WHERE ${IN_PROJECT_SQL} AND ${IN_TIME} AND kind = 'failure'`,
    )
    .get({ ...span }) as { n: number };
  return row.n;
}

export interface RereadFile {
  file: string;
  reads: number;
  sessions: number;
  /** The largest number of reads in one session, and that session. */
  most: number;
  most_session: string;
}

/** Files read more than once in a session, as far back as raw calls are kept. */
export function listRereadFiles(store: Store, span: ProjectSpan, max: number): RereadFile[] {
  return store
    .query(
      `SELECT file, sum(reads) AS reads, count(*) AS sessions, max(reads) AS most, session_id AS most_session FROM (
         SELECT json_extract(files_touched, '$[0]') AS file, session_id, count(*) AS reads FROM pending_queue
         WHERE ${IN_PROJECT_SQL} AND tool_name = 'Read' AND created_at >= $since AND created_at < $until
         GROUP BY 1, 2 HAVING reads > 1 AND file IS NOT NULL)
       GROUP BY file ORDER BY reads DESC, file LIMIT $max`,
    )
    .all({ ...span, max }) as RereadFile[];
}

export interface DeclaredWork {
  kind: "loop" | "flow";
  began: number;
  ended: number;
  status: string;
}

/** Loops and flows that were active during the span. */
export function listDeclaredWork(store: Store, span: ProjectSpan): DeclaredWork[] {
  const select = (kind: string, table: string) =>
    `SELECT '${kind}' AS kind, created_at AS began, updated_at AS ended, status FROM ${table}
     WHERE ${IN_PROJECT_SQL} AND updated_at >= $since AND created_at < $until`;
  return store
    .query(`${select("loop", "loops")} UNION ALL ${select("flow", "flows")}`)
    .all({ ...span }) as DeclaredWork[];
}

/** Durations of the main agent's stops, ascending. */
export function listStopDurations(store: Store, span: ProjectSpan): number[] {
  const rows = store
    .query(
      `SELECT duration_ms AS ms FROM decisions
       WHERE ${IN_PROJECT_SQL} AND ${IN_TIME} AND event = 'Stop' ORDER BY duration_ms`,
    )
    .all({ ...span }) as { ms: number }[];
  return rows.map(({ ms }) => ms);
}
