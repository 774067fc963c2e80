// Turns the recorded calls of one session into observations.
import type { Environment } from "../config/environment.ts";
import { configuredChecks, loadConfig } from "../config/load-config.ts";
import { observeQueuedCall } from "../recording/observations/record-observation.ts";
import { finishCall, isOwnRun, type QueueRow } from "../recording/queue/pending-queue.ts";
import { recordFault } from "../store/fault-log.ts";
import type { Store } from "../store/open.ts";
import { inBothTransaction, inMemoryTransaction } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { readTail } from "../transcript/read-tail.ts";
import { listSubagentFiles } from "../transcript/subagent-files.ts";
import { appendMetricLines, type HookMetric, recordCallMetrics } from "./record-metrics.ts";

export interface ProcessedCounts {
  calls: number;
  observations: number;
  /** Calls that could not be read. */
  poison: number;
}

/** A hook waits two seconds for the write lock, then its row is lost: the lock is held briefly, and left free in between. */
const HOLD_LOCK_MS = 25;
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
  const { ordered, timeOf } = await orderByTranscript(session?.transcript_path ?? null, rows);
  const configured = configuredChecks((await loadConfig(env, session?.project_dir ?? null)).config);
  const counts: ProcessedCounts = { calls: rows.length, observations: 0, poison: 0 };
  const problems: string[] = [];
  const metrics: HookMetric[] = [];
  let observed: { row: QueueRow; status: "done" | "error" }[] = [];
  const observe = (row: QueueRow) => {
    try {
      const projectKey = session?.project_key ?? null;
      if (observeQueuedCall(store, row, { projectKey, at: timeOf(row), configured })) counts.observations++;
      observed.push({ row, status: "done" });
    } catch (error) {
      // The row itself is at fault; the others must not wait for it.
      observed.push({ row, status: "error" });
      counts.poison++;
      problems.push(`call ${row.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const finish = () => {
    for (const { row, status } of observed) finishCall(store, row.id, status);
    const done = observed.map(({ row }) => row).filter((row) => !isOwnRun(row));
    metrics.push(...recordCallMetrics(store, done));
    observed = [];
  };
  await yieldLockBetween(store, ordered, observe, finish);
  await appendMetricLines(env, store, metrics);
  for (const message of problems.slice(0, MAX_FAULTS))
    await recordFault(env, { part: "drain", message, event: null, sessionId });
  return counts;
}

/**
 * Works on as many rows in a transaction as fit into a moment, at least one. `finish` runs in a transaction of its own
 * afterwards: rows are marked in another file than their results, and a drain killed in between must come back to them.
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
      const until = performance.now() + HOLD_LOCK_MS;
      do work(rows[next++] as T);
      while (next < rows.length && performance.now() < until);
    });
    inBothTransaction(store, finish);
  }
}

interface TranscriptOrder {
  ordered: QueueRow[];
  timeOf(row: QueueRow): number;
}

type Positions = Map<string, { at: number | null; offset: number }>;

/** Tool events are asynchronous and may arrive in any order: the transcript has the right one. */
async function orderByTranscript(
  transcriptPath: string | null,
  rows: readonly QueueRow[],
): Promise<TranscriptOrder> {
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
  const offsetOf = (row: QueueRow) => positions.get(row.tool_use_id ?? "")?.offset ?? 0;
  const ordered = rows.toSorted((a, b) => timeOf(a) - timeOf(b) || offsetOf(a) - offsetOf(b) || a.id - b.id);
  return { ordered, timeOf };
}

/** Reads back from the end until every call is found, or as far as is reasonable. */
async function readPositions(path: string, wanted: ReadonlySet<string>, positions: Positions): Promise<void> {
  for (let maxBytes = FIRST_BYTES; ; maxBytes *= 4) {
    const { items, from, problem } = await readTail(path, { maxBytes });
    if (problem !== null) return;
    for (const item of items) {
      if (item.kind !== "tool-call" || !wanted.has(item.id)) continue;
      positions.set(item.id, { at: item.timestamp, offset: item.offset });
    }
    if (from === 0 || maxBytes >= MAX_BYTES || positions.size >= wanted.size) return;
  }
}
