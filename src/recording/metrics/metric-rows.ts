// Metrics: sums by hour and session, and what other tables say of the same time.

import type { Store } from "../../store/open.ts";
import { OWN_RUN } from "../queue/pending-queue.ts";

export interface NewMetric {
  sessionId: string;
  at: number;
  metric: string;
  label: string;
  value: number;
}

export interface MetricSum {
  metric: string;
  label: string;
  count: number;
  total: number;
  largest: number;
}

export interface MetricFilter {
  since: number;
  /** Both null: every project. A session belongs to a project by key, else by folder. */
  key: string | null;
  dir: string | null;
}

const HOUR = 3_600_000;
/** By key, else by folder: for sessions that have no key yet. */
export const OF_PROJECT = `session_id IN (SELECT session_id FROM sessions WHERE project_key = $key
  OR (project_key IS NULL AND project_dir = $dir))`;

/** Summed before they are written. */
export function addMetrics(store: Store, metrics: readonly NewMetric[]): void {
  const byKey = Map.groupBy(metrics, ({ at, sessionId, metric, label }) =>
    JSON.stringify([hourOf(at), sessionId, metric, label]),
  );
  const query = store.query(
    `INSERT INTO metrics (hour, session_id, metric, label, count, total, largest)
     VALUES ($hour, $sessionId, $metric, $label, $count, $total, $largest)
     ON CONFLICT DO UPDATE SET count = count + $count, total = total + $total, largest = max(largest, $largest)`,
  );
  for (const group of byKey.values()) {
    const [first] = group;
    if (!first) continue;
    const { at, sessionId, metric, label } = first;
    query.run({ hour: hourOf(at), sessionId, metric, label, ...sumOf(group.map(({ value }) => value)) });
  }
}

export function sumMetrics(store: Store, { since, key, dir }: MetricFilter): MetricSum[] {
  return store
    .query(
      `SELECT metric, label, sum(count) AS count, sum(total) AS total, max(largest) AS largest FROM metrics
       WHERE hour >= $since AND ($key IS NULL OR ${OF_PROJECT}) GROUP BY metric, label`,
    )
    .all({ since: hourOf(since), key, dir }) as MetricSum[];
}

export function sumOf(values: readonly number[]): Pick<MetricSum, "count" | "total" | "largest"> {
  const total = values.reduce((sum, value) => sum + value, 0);
  return { count: values.length, total, largest: values.reduce((a, b) => Math.max(a, b), 0) };
}

export interface HookDuration {
  event: string;
  count: number;
  mean: number;
  largest: number;
  blocks: number;
}

export function hookDurations(store: Store, filter: MetricFilter): HookDuration[] {
  return store
    .query(
      `SELECT event, count(*) AS count, avg(duration_ms) AS mean, max(duration_ms) AS largest,
         count(*) FILTER (WHERE verdict = 'blocked') AS blocks
       FROM decisions WHERE at >= $since AND event <> 'background' AND ($key IS NULL OR ${OF_PROJECT}) GROUP BY event ORDER BY count DESC`,
    )
    .all({ ...filter }) as HookDuration[];
}

export interface ArchiveSum {
  count: number;
  source_bytes: number;
  bytes: number;
  redactions: number;
}

export function sumArchives(store: Store, filter: MetricFilter): ArchiveSum {
  return store
    .query(
      `SELECT count(*) AS count, coalesce(sum(source_bytes), 0) AS source_bytes, coalesce(sum(bytes), 0) AS bytes,
         coalesce(sum(redactions), 0) AS redactions
       FROM transcript_exports WHERE at >= $since AND ($key IS NULL OR ${OF_PROJECT})`,
    )
    .get({ ...filter }) as ArchiveSum;
}

/** Sessions seen since then, and when the first of them started. */
export function activeSessions(store: Store, filter: MetricFilter): { count: number; first: number | null } {
  return store
    .query(
      `SELECT count(*) AS count, min(started_at) AS first FROM sessions
       WHERE last_seen_at >= $since AND ($key IS NULL OR ${OF_PROJECT})`,
    )
    .get({ ...filter }) as { count: number; first: number | null };
}

interface WaitingCall {
  session_id: string;
  tool_name: string;
  raw_output: string;
}

/** Recorded, but not in the sums yet. */
export function waitingCalls(store: Store, filter: MetricFilter): WaitingCall[] {
  return store
    .query(
      `SELECT session_id, tool_name, raw_output FROM pending_queue
       WHERE status IN ('raw', 'processing') AND tool_name <> '${OWN_RUN}'
         AND created_at >= $since AND ($key IS NULL OR ${OF_PROJECT})`,
    )
    .all({ ...filter }) as WaitingCall[];
}

export function waitingPromptLengths(store: Store, filter: MetricFilter): number[] {
  const rows = store
    .query(
      `SELECT length FROM prompts WHERE indexed = 0 AND length IS NOT NULL AND at >= $since
         AND ($key IS NULL OR ${OF_PROJECT})`,
    )
    .all({ ...filter }) as { length: number }[];
  return rows.map(({ length }) => length);
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR) * HOUR;
}
