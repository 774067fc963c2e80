// Turns the recorded calls of one session into observations.

import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { measureCall } from "../recording/metrics/measure-call.ts";
import { appendMetrics, type Metric } from "../recording/metrics/metrics-file.ts";
import { recordQueuedCall } from "../recording/observations/record-call.ts";
import { finishCall, isOwnRun, type QueueRow } from "../recording/queue/pending-queue.ts";
import { listConfiguredChecks } from "../recording/runs/static-checks.ts";
import { decisionsAfter, newestDecisionId } from "../store/decisions.ts";
import { recordFault } from "../store/fault-log.ts";
import { inMemoryTransaction, inTransaction, readMeta, type Store, writeMeta } from "../store/open.ts";
import type { IndexedPrompt } from "../store/prompt-index.ts";
import { findSession } from "../store/sessions.ts";
import { errorMessage } from "../text/unknown-values.ts";
import { readTail } from "../transcript/read-tail.ts";
import { listSubagentFiles } from "../transcript/subagent-files.ts";

export interface ProcessedCounts {
  calls: number;
  observations: number;
  /** Calls that could not be read. */
  poison: number;
}

/** A hook waits two seconds for the write lock before it loses its row: the lock is held briefly, with pauses. */
const MAX_LOCK_MS = 25;
const PAUSE_MS = 15;
const FIRST_BYTES = 512 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_SUBAGENTS = 50;
const MAX_FAULTS = 3;

/** All rows belong to one session. */
export async function processQueuedCalls(
  env: Environment,
  store: Store,
  rows: readonly QueueRow[],
): Promise<ProcessedCounts> {
  const sessionId = rows[0]?.session_id ?? "";
  const session = findSession(store, sessionId);
  const { ordered, timesOf } = await orderByTranscript(session?.transcript_path ?? null, rows);
  const configured = listConfiguredChecks((await loadConfig(env, session?.project_dir ?? null)).config);
  const counts: ProcessedCounts = { calls: rows.length, observations: 0, poison: 0 };
  const problems: string[] = [];
  const metrics: SessionMetric[] = [];
  let observed: { row: QueueRow; status: "done" | "error" }[] = [];
  const observe = (row: QueueRow) => {
    try {
      const about = { sessionId, projectKey: session?.project_key ?? null, toolUseId: row.tool_use_id };
      if (recordQueuedCall(store, row, { ...about, ...timesOf(row) }, configured)) counts.observations++;
      observed.push({ row, status: "done" });
    } catch (error) {
      // The row itself is bad: the others must still be processed.
      observed.push({ row, status: "error" });
      counts.poison++;
      problems.push(`call ${row.id}: ${errorMessage(error)}`);
    }
  };
  const finish = () => {
    for (const { row, status } of observed) finishCall(store, row.id, status);
    const done = observed.map(({ row }) => row).filter((row) => !isOwnRun(row));
    metrics.push(...done.flatMap(callMetrics));
    observed = [];
  };
  await yieldLockBetween(store, ordered, observe, finish);
  await appendMetricLines(env, store, metrics);
  for (const message of problems.slice(0, MAX_FAULTS))
    await recordFault(env, { part: "drain", message, event: null, sessionId });
  return counts;
}

/**
 * Processes as many rows per transaction as fit into MAX_LOCK_MS, at least one. `finish` runs in a transaction of its
 * own afterwards: rows are marked in another file than their results, and after a kill in between they must be redone.
 */
export async function yieldLockBetween<T>(
  store: Store,
  rows: readonly T[],
  work: (row: T) => void,
  finish: () => void = () => {},
): Promise<void> {
  for (let next = 0; next < rows.length; ) {
    if (next > 0) await Bun.sleep(PAUSE_MS);
    inMemoryTransaction(store, () => {
      const until = performance.now() + MAX_LOCK_MS;
      do work(rows[next++] as T);
      while (next < rows.length && performance.now() < until);
    });
    inTransaction(store, finish);
  }
}

type Positions = Map<string, { at: number | null; answeredAt: number | null; offset: number }>;

/** Tool events are asynchronous and may arrive in any order; the transcript has the real one. */
async function orderByTranscript(transcriptPath: string | null, rows: readonly QueueRow[]) {
  const wanted = new Set(rows.flatMap(({ tool_use_id }) => tool_use_id ?? []));
  const positions: Positions = new Map();
  if (transcriptPath !== null) {
    await readPositions(transcriptPath, wanted, positions);
    if (positions.size < wanted.size) {
      const since = Math.min(...rows.map((row) => row.created_at));
      const subagents = (await listSubagentFiles(transcriptPath)).map(({ path }) => path);
      const recent = subagents.filter((path) => Bun.file(path).lastModified >= since - 60_000);
      for (const path of recent.slice(-MAX_SUBAGENTS)) await readPositions(path, wanted, positions);
    }
  }
  const timeOf = (row: QueueRow) => positions.get(row.tool_use_id ?? "")?.at ?? row.created_at;
  const timesOf = (row: QueueRow) => ({
    calledAt: timeOf(row),
    answeredAt: positions.get(row.tool_use_id ?? "")?.answeredAt ?? row.created_at,
  });
  const offsetOf = (row: QueueRow) => positions.get(row.tool_use_id ?? "")?.offset ?? 0;
  const ordered = rows.toSorted((a, b) => timeOf(a) - timeOf(b) || offsetOf(a) - offsetOf(b) || a.id - b.id);
  return { ordered, timesOf };
}

/** Reads backwards from the end until every call is found or MAX_BYTES are read. */
async function readPositions(path: string, wanted: ReadonlySet<string>, positions: Positions): Promise<void> {
  for (let maxBytes = FIRST_BYTES; ; maxBytes *= 4) {
    const { items, from, problem } = await readTail(path, { maxBytes });
    if (problem !== null) return;
    for (const item of items) {
      if (item.kind === "tool-call" && wanted.has(item.id))
        positions.set(item.id, { at: item.timestamp, answeredAt: null, offset: item.offset });
      const call = item.kind === "tool-result" ? positions.get(item.id) : undefined;
      if (call) call.answeredAt = item.timestamp;
    }
    if (from === 0 || maxBytes >= MAX_BYTES || positions.size >= wanted.size) return;
  }
}

// Metrics of drained calls and prompts, as lines in files for other tools. They are written after the calls are marked as done:
// if the drain is killed in between, lines are missing, but none is written twice.

interface SessionMetric extends Metric {
  sessionId: string;
}

const DECISION_CURSOR = "metrics_decision";
const MAX_DECISIONS = 1000;

function callMetrics(row: QueueRow): SessionMetric[] {
  const measurements = measureCall(row);
  const failed = measurements.some(({ metric }) => metric === "tool_errors");
  const source = {
    hook: failed ? "PostToolUseFailure" : "PostToolUse",
    sessionId: row.session_id,
    at: row.created_at,
  };
  return measurements.map((measurement) => ({ ...measurement, ...source }));
}

/** A prompt from a transcript has no length. */
export function promptMetrics(prompts: readonly IndexedPrompt[]): SessionMetric[] {
  return prompts.flatMap(({ session_id: sessionId, at, length: value }) =>
    value === null ? [] : [{ hook: "UserPromptSubmit", metric: "prompt_length", sessionId, at, value }],
  );
}

/** How long each decision since the last call of this took. */
export function newHookDurations(store: Store): SessionMetric[] {
  const rows = inTransaction(store, () => {
    const newest = newestDecisionId(store);
    // Ids are reused after the newest decisions were deleted.
    const after = Math.min(newest, Number(readMeta(store, DECISION_CURSOR) ?? 0));
    writeMeta(store, DECISION_CURSOR, String(newest));
    return decisionsAfter(store, after, MAX_DECISIONS);
  });
  return rows.flatMap(({ session_id: sessionId, event: hook, verdict: label, duration_ms: value, at }) =>
    sessionId === null ? [] : [{ hook, sessionId, at, metric: "hook_duration_ms", label, value }],
  );
}

/** Never throws: the calls are already processed. */
export async function appendMetricLines(
  env: Environment,
  store: Store,
  metrics: readonly SessionMetric[],
): Promise<void> {
  for (const [sessionId, ofSession] of Map.groupBy(metrics, (metric) => metric.sessionId)) {
    const projectDir = findSession(store, sessionId)?.project_dir ?? null;
    try {
      if (projectDir !== null && (await wantsMetrics(env, projectDir)))
        await appendMetrics(projectDir, ofSession);
    } catch (error) {
      // The folder was removed meanwhile.
      if ((error as { code?: string }).code === "ENOENT") continue;
      const message = errorMessage(error);
      await recordFault(env, { part: "metrics", message, event: null, sessionId });
    }
  }
}

/** False for a project folder that is gone: writing would create it anew. */
async function wantsMetrics(env: Environment, projectDir: string): Promise<boolean> {
  const { existsSync } = await import("node:fs");
  return existsSync(projectDir) && (await loadConfig(env, projectDir)).config.metrics;
}
