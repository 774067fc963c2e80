// What the other tables say about how much went on: asked for numbers, never on the way of a hook.

import type { Store } from "../../store/open.ts";
import { type MetricFilter, OF_PROJECT } from "./metric-rows.ts";

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

export interface ExportSum {
  count: number;
  source_bytes: number;
  bytes: number;
  redactions: number;
}

export function sumExports(store: Store, filter: MetricFilter): ExportSum {
  return store
    .query(
      `SELECT count(*) AS count, coalesce(sum(source_bytes), 0) AS source_bytes, coalesce(sum(bytes), 0) AS bytes,
         coalesce(sum(redactions), 0) AS redactions
       FROM transcript_exports WHERE at >= $since AND ($key IS NULL OR ${OF_PROJECT})`,
    )
    .get({ ...filter }) as ExportSum;
}

/** How many were heard of since, and when the first of them began. */
export function activeSessions(store: Store, filter: MetricFilter): { count: number; first: number | null } {
  return store
    .query(
      `SELECT count(*) AS count, min(started_at) AS first FROM sessions
       WHERE last_seen_at >= $since AND ($key IS NULL OR ${OF_PROJECT})`,
    )
    .get({ ...filter }) as { count: number; first: number | null };
}

export interface WaitingCall {
  session_id: string;
  tool_name: string;
  raw_output: string;
}

/** Recorded, but not in the sums yet. */
export function waitingCalls(store: Store, filter: MetricFilter): WaitingCall[] {
  return store
    .query(
      `SELECT session_id, tool_name, raw_output FROM pending_queue WHERE status IN ('raw', 'processing')
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
