// Metrics of what is drained: first as rows, in the transaction that marks it as done so that nothing counts twice, then as
// lines for other tools.
import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { addMetrics, measureCall, type NewMetric } from "../recording/metrics/metric-rows.ts";
import { appendMetrics } from "../recording/metrics/metrics-file.ts";
import type { QueueRow } from "../recording/queue/pending-queue.ts";
import { decisionsAfter, newestDecision } from "../store/decisions.ts";
import { recordFault } from "../store/fault-log.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import type { Store } from "../store/open.ts";
import { uncountedPrompts } from "../store/prompt-index.ts";
import { findSession } from "../store/sessions.ts";

export interface HookMetric extends NewMetric {
  hook: string;
}

const DECISION_CURSOR = "metrics_decision";
const MAX_DECISIONS = 1000;

export function recordCallMetrics(store: Store, rows: readonly QueueRow[]): HookMetric[] {
  const metrics = rows.flatMap((row) => {
    const measurements = measureCall(row);
    const failed = measurements.some(({ metric }) => metric === "tool_errors");
    const hook = failed ? "PostToolUseFailure" : "PostToolUse";
    return measurements.map((one) => ({ ...one, hook, sessionId: row.session_id, at: row.created_at }));
  });
  addMetrics(store, metrics);
  return metrics;
}

/** Of prompts that are not searchable yet: once they are, they have been counted. */
export function recordPromptMetrics(store: Store, upTo: number): HookMetric[] {
  const what = { hook: "UserPromptSubmit", metric: "prompt_length", label: "" };
  const metrics = uncountedPrompts(store, upTo).map(({ session_id: sessionId, at, length: value }) => {
    return { ...what, sessionId, at, value };
  });
  addMetrics(store, metrics);
  return metrics;
}

/** How long each decision took. Decisions have rows of their own, so these become lines only. */
export function newHookDurations(store: Store): HookMetric[] {
  const newest = newestDecision(store);
  // Ids are reused once the newest decisions were forgotten.
  const after = Math.min(newest, Number(readMeta(store, DECISION_CURSOR) ?? 0));
  const rows = decisionsAfter(store, after, MAX_DECISIONS);
  writeMeta(store, DECISION_CURSOR, String(newest));
  return rows.flatMap(({ session_id: sessionId, event: hook, verdict: label, duration_ms: value, at }) =>
    sessionId === null ? [] : [{ hook, sessionId, at, metric: "hook_duration_ms", label, value }],
  );
}

/** Never throws: the rows are what counts. */
export async function appendMetricLines(
  env: Environment,
  store: Store,
  metrics: readonly HookMetric[],
): Promise<void> {
  for (const [sessionId, ofSession] of Map.groupBy(metrics, (metric) => metric.sessionId)) {
    const projectDir = findSession(store, sessionId)?.project_dir ?? null;
    try {
      if (projectDir !== null && (await wantsMetrics(env, projectDir)))
        await appendMetrics(projectDir, ofSession);
    } catch (error) {
      // Somebody removed the folder meanwhile.
      if ((error as { code?: string }).code === "ENOENT") continue;
      const message = error instanceof Error ? error.message : String(error);
      await recordFault(env, { part: "metrics", message, event: null, sessionId });
    }
  }
}

/** False for a project that is gone: it must not come back as an empty folder. */
async function wantsMetrics(env: Environment, projectDir: string): Promise<boolean> {
  const { existsSync } = await import("node:fs");
  return existsSync(projectDir) && (await loadConfig(env, projectDir)).config.metrics;
}
