// Turns what was recorded into observations and summaries: one drain at a time, in the order of events, and whatever
// happens to it, the next one goes on where it was.
import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { newCandidatesBefore, settleCandidate } from "../memory/inbox/candidates.ts";
import { noteFeedback } from "../memory/inbox/pattern-feedback.ts";
import { recordMemoryUse } from "../memory/index/memory-usage.ts";
import { syncIndex } from "../memory/index/sync-index.ts";
import { pruneArchives } from "../recording/archive/archive-files.ts";
import { refreshCommonTerms } from "../recording/observations/common-terms.ts";
import { observeQueuedCall } from "../recording/observations/record-observation.ts";
import { summarizeSession } from "../recording/observations/summaries.ts";
import { releaseDrainLock, takeDrainLock } from "../recording/queue/drain.ts";
import { claimCalls, finishCall, type QueueRow } from "../recording/queue/pending-queue.ts";
import { removeAbandonedDrafts } from "../store/create.ts";
import { recordFault } from "../store/fault-log.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import type { Store } from "../store/open.ts";
import { indexPrompts } from "../store/prompts.ts";
import { findSession } from "../store/sessions.ts";
import { inMemoryTransaction, inTransaction } from "../store/transaction.ts";
import { fillProjectKey } from "../worktree/project-key.ts";
import { pruneStore } from "./prune-store.ts";
import {
  appendMetricLines,
  type HookMetric,
  newHookDurations,
  recordCallMetrics,
  recordPromptMetrics,
} from "./record-metrics.ts";
import { orderByTranscript } from "./transcript-order.ts";
import { triageSessions } from "./triage-sessions.ts";
import { yieldLockBetween } from "./yield-lock-between.ts";

const PATIENCE = 30 * 24 * 3_600_000;

export interface DrainResult {
  /** Another drain was at it. */
  busy: boolean;
  calls: number;
  observations: number;
  sessions: number;
  poison: number;
  /** New in the inbox. */
  candidates: number;
}

const BATCH = 400;
const DAY = 24 * 3_600_000;

export async function drainQueue(env: Environment, store: Store): Promise<DrainResult> {
  const drained: DrainResult = {
    busy: false,
    calls: 0,
    observations: 0,
    sessions: 0,
    poison: 0,
    candidates: 0,
  };
  if (!takeDrainLock(store, process.pid, Date.now())) return { ...drained, busy: true };
  try {
    const counted: HookMetric[] = [];
    const sessions = new Set(
      indexPrompts(store, (upTo) => {
        counted.push(...recordPromptMetrics(store, upTo), ...newHookDurations(store));
      }),
    );
    await appendMetricLines(env, store, counted);
    for (;;) {
      // Taken again with each batch: a long drain must not be thought dead.
      if (!takeDrainLock(store, process.pid, Date.now())) break;
      const rows = inTransaction(store, () => claimCalls(store, BATCH));
      const [first] = rows;
      if (!first) break;
      sessions.add(first.session_id);
      await fillProjectKey(store, first.session_id);
      await drainBatch(env, store, rows, drained);
    }
    for (const sessionId of sessions) {
      await fillProjectKey(store, sessionId);
      await summarizeSession(env, store, sessionId);
    }
    drained.sessions = sessions.size;
    await followMemories(env, store, sessions);
    drained.candidates = await triageSessions(env, store);
    refreshCommonTerms(store);
    await pruneDaily(env, store);
    return drained;
  } finally {
    releaseDrainLock(store, process.pid);
  }
}

async function drainBatch(
  env: Environment,
  store: Store,
  rows: QueueRow[],
  drained: DrainResult,
): Promise<void> {
  const sessionId = rows[0]?.session_id ?? "";
  const session = findSession(store, sessionId);
  const { ordered, timeOf } = await orderByTranscript(session?.transcript_path ?? null, rows);
  const problems: string[] = [];
  const counted: HookMetric[] = [];
  let settled: { row: QueueRow; status: "done" | "error" }[] = [];
  const observe = (slice: Iterable<QueueRow>) => {
    for (const row of slice) {
      try {
        if (observeQueuedCall(store, row, { projectKey: session?.project_key ?? null, at: timeOf(row) }))
          drained.observations++;
        settled.push({ row, status: "done" });
      } catch (error) {
        // The row itself is at fault; the others must not wait for it.
        settled.push({ row, status: "error" });
        drained.poison++;
        problems.push(`call ${row.id}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await yieldLockBetween(store, ordered, observe, () => {
    for (const { row, status } of settled) finishCall(store, row.id, status);
    counted.push(
      ...recordCallMetrics(
        store,
        settled.map(({ row }) => row),
      ),
    );
    settled = [];
  });
  await appendMetricLines(env, store, counted);
  drained.calls += rows.length;
  for (const message of problems.slice(0, 3)) {
    await recordFault(env, { part: "drain", message, event: null, sessionId });
  }
}

/** Not with every drain: most find nothing to drop. */
async function pruneDaily(env: Environment, store: Store): Promise<void> {
  const now = Date.now();
  if (now - Number(readMeta(store, "pruned_at") ?? 0) < DAY) return;
  writeMeta(store, "pruned_at", String(now));
  const { config } = await loadConfig(env, null);
  await pruneStore(store, config, now);
  pruneArchives(store, config, now, false);
  removeAbandonedDrafts(env.holdfastHome, now);
}

/** Never throws: the rest of a drain must not wait for it. */
async function followMemories(env: Environment, store: Store, sessions: ReadonlySet<string>): Promise<void> {
  inMemoryTransaction(store, () => ignoreOldCandidates(store, Date.now()));
  const seen = new Set<string>();
  for (const sessionId of sessions) {
    const session = findSession(store, sessionId);
    if (!session?.project_dir || session.project_key === null) continue;
    const { project_dir: projectDir, project_key: projectKey } = session;
    try {
      if (!seen.has(projectDir)) syncIndex(store, { env, projectDir, projectKey });
      seen.add(projectDir);
      inMemoryTransaction(store, () => recordMemoryUse(store, sessionId, projectKey));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await recordFault(env, { part: "memory", message, event: null, sessionId });
    }
  }
}

// What nobody answered in a month was not worth an answer: that too is told to the triage.
export function ignoreOldCandidates(store: Store, now: number): number {
  const old = newCandidatesBefore(store, now - PATIENCE);
  for (const { id, patterns } of old) {
    if (settleCandidate(store, { id, status: "ignored", memoryId: null, at: now }))
      noteFeedback(store, JSON.parse(patterns) as string[], "ignored");
  }
  return old.length;
}
