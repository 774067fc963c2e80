// The detached work after a turn: recorded calls into observations, summaries, use of memories, triage, pruning. One drain
// at a time; one that is killed is continued by the next.
import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { newCandidatesBefore, settleCandidate } from "../memory/inbox/candidates.ts";
import { noteFeedback } from "../memory/inbox/prompted-candidates.ts";
import { recordMemoryUse } from "../memory/index/memory-usage.ts";
import { syncIndex } from "../memory/index/sync-index.ts";
import { pruneArchives } from "../recording/archive/archive-files.ts";
import { summarizeSession } from "../recording/observations/summaries.ts";
import { releaseDrainLock, takeDrainLock } from "../recording/queue/drain.ts";
import { claimCalls } from "../recording/queue/pending-queue.ts";
import { removeAbandonedDrafts } from "../store/create.ts";
import { recordFault } from "../store/fault-log.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import { inMemoryTransaction, inTransaction, type Store } from "../store/open.ts";
import { indexPrompts } from "../store/prompt-index.ts";
import { findSession } from "../store/sessions.ts";
import { fillProjectKey } from "../worktree/project-key.ts";
import { removeAbandonedWorktrees } from "../worktree/temporary-worktree.ts";
import {
  appendMetricLines,
  type HookMetric,
  newHookDurations,
  type ProcessedCounts,
  processQueuedCalls,
  recordPromptMetrics,
} from "./process-queued-calls.ts";
import { pruneStore } from "./prune-store.ts";
import { triageSessions } from "./triage-sessions.ts";

export interface DrainResult extends ProcessedCounts {
  /** Another drain is running. */
  busy: boolean;
  sessions: number;
  /** New in the inbox. */
  candidates: number;
}

const MAX_CALLS_AT_ONCE = 400;
const DAY = 24 * 3_600_000;
/** A candidate that nobody answered in this time was not worth an answer. */
const IGNORE_AFTER_MS = 30 * DAY;

export async function drainQueue(env: Environment, store: Store): Promise<DrainResult> {
  const result: DrainResult = {
    busy: false,
    calls: 0,
    observations: 0,
    sessions: 0,
    poison: 0,
    candidates: 0,
  };
  if (!takeDrainLock(store, process.pid, Date.now())) return { ...result, busy: true };
  try {
    const sessions = await processPrompts(env, store);
    await processCalls(env, store, sessions, result);
    for (const sessionId of sessions) {
      await fillProjectKey(store, sessionId);
      await summarizeSession(env, store, sessionId);
    }
    result.sessions = sessions.size;
    await updateMemories(env, store, sessions);
    result.candidates = await triageSessions(env, store);
    await pruneDaily(env, store);
    return result;
  } finally {
    releaseDrainLock(store, process.pid);
  }
}

/** Makes prompts searchable and counts them. Returns their sessions. */
async function processPrompts(env: Environment, store: Store): Promise<Set<string>> {
  const metrics: HookMetric[] = [];
  const sessions = indexPrompts(store, (upTo) => {
    metrics.push(...recordPromptMetrics(store, upTo), ...newHookDurations(store));
  });
  await appendMetricLines(env, store, metrics);
  return new Set(sessions);
}

/** Adds the sessions of the calls to `sessions`. */
async function processCalls(
  env: Environment,
  store: Store,
  sessions: Set<string>,
  result: DrainResult,
): Promise<void> {
  // The lock is renewed with each batch: a long drain must not be taken for dead.
  while (takeDrainLock(store, process.pid, Date.now())) {
    const rows = inTransaction(store, () => claimCalls(store, MAX_CALLS_AT_ONCE));
    const [first] = rows;
    if (!first) return;
    sessions.add(first.session_id);
    await fillProjectKey(store, first.session_id);
    const { calls, observations, poison } = await processQueuedCalls(env, store, rows);
    result.calls += calls;
    result.observations += observations;
    result.poison += poison;
  }
}

/** Which of the memories that the sessions were given were of use. Never throws: the rest of the drain must not wait. */
async function updateMemories(env: Environment, store: Store, sessions: ReadonlySet<string>): Promise<void> {
  inMemoryTransaction(store, () => ignoreOldCandidates(store, Date.now()));
  const synced = new Set<string>();
  for (const sessionId of sessions) {
    const session = findSession(store, sessionId);
    if (!session?.project_dir || session.project_key === null) continue;
    const { project_dir: projectDir, project_key: projectKey } = session;
    try {
      if (!synced.has(projectDir)) syncIndex(store, { env, projectDir, projectKey });
      synced.add(projectDir);
      inMemoryTransaction(store, () => recordMemoryUse(store, sessionId, projectKey));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await recordFault(env, { part: "memory", message, event: null, sessionId });
    }
  }
}

/** Triage learns from them as from the rejected ones. */
export function ignoreOldCandidates(store: Store, now: number): number {
  const old = newCandidatesBefore(store, now - IGNORE_AFTER_MS);
  for (const { id, patterns } of old) {
    if (settleCandidate(store, { id, status: "ignored", memoryId: null, at: now }))
      noteFeedback(store, JSON.parse(patterns) as string[], "ignored");
  }
  return old.length;
}

/** Most drains would find nothing to prune. */
async function pruneDaily(env: Environment, store: Store): Promise<void> {
  const now = Date.now();
  if (now - Number(readMeta(store, "pruned_at") ?? 0) < DAY) return;
  writeMeta(store, "pruned_at", String(now));
  const { config } = await loadConfig(env, null);
  await pruneStore(store, config, now);
  pruneArchives(store, config, now, false);
  removeAbandonedDrafts(env.holdfastHome, now);
  await removeAbandonedWorktrees(env);
}
