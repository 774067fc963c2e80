// The detached work after a turn: turns recorded calls into observations, summarizes and triages sessions, records which
// memories were used, prunes. One drain runs at a time, and the next one continues the work of a killed one.

import type { Environment } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { isExcludedProject } from "../config/place.ts";
import { listNewCandidatesBefore, settleCandidate } from "../memory/inbox/candidates.ts";
import { noteFeedback } from "../memory/inbox/prompted-candidates.ts";
import { findTriageCursor, saveTriageCursor } from "../memory/inbox/triage-cursors.ts";
import { readNewItems, triageOptions, triageTranscript } from "../memory/inbox/triage-transcript.ts";
import { copyOwnMemories } from "../memory/index/memories.ts";
import { recordMemoryUse } from "../memory/index/memory-usage.ts";
import { syncIndex } from "../memory/index/sync-index.ts";
import { pruneArchives } from "../recording/archive/archive-files.ts";
import { fileKey } from "../recording/ingest/ingest-rows.ts";
import { listUnseenEnds, summarizeSession } from "../recording/observations/summaries.ts";
import { releaseDrainLock, takeDrainLock } from "../recording/queue/drain-lock.ts";
import { claimCalls } from "../recording/queue/pending-queue.ts";
import { pruneSessionLogs } from "../recording/session-log/prune-logs.ts";
import { removeAbandonedDrafts } from "../store/create.ts";
import { recordFault } from "../store/fault-log.ts";
import { inMemoryTransaction, inTransaction, readMeta, type Store, writeMeta } from "../store/open.ts";
import { indexPrompts } from "../store/prompt-index.ts";
import { findSession, type SessionRow } from "../store/sessions.ts";
import { errorMessage } from "../text/unknown-values.ts";
import { placeCursor } from "../transcript/read-since.ts";
import { fillProjectKey } from "../worktree/project-key.ts";
import { removeAbandonedWorktrees } from "../worktree/temporary-worktree.ts";
import {
  appendMetricLines,
  newHookDurations,
  type ProcessedCounts,
  processQueuedCalls,
  promptMetrics,
} from "./process-queued-calls.ts";
import { announcePruned, pruneStore } from "./prune-store.ts";

interface DrainResult extends ProcessedCounts {
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
  const result = await processNew(env, store);
  if (!result.busy) await pruneDaily(env, store);
  return result;
}

/** Without the daily pruning, which somebody who waits for the result need not wait for. */
export async function processNew(env: Environment, store: Store): Promise<DrainResult> {
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
    for (const sessionId of listUnseenEnds(store, Date.now() - DAY)) sessions.add(sessionId);
    for (const sessionId of sessions) {
      await fillProjectKey(store, sessionId);
      await summarizeSession(env, store, sessionId);
    }
    result.sessions = sessions.size;
    await updateMemories(env, store, sessions);
    result.candidates = await triageSessions(env, store);
    return result;
  } finally {
    releaseDrainLock(store, process.pid);
  }
}

/** Makes prompts searchable and counts them. Returns the sessions of those that hooks recorded: the ingest summarized the others. */
async function processPrompts(env: Environment, store: Store): Promise<Set<string>> {
  const sessions = new Set<string>();
  await appendMetricLines(env, store, newHookDurations(store));
  for (let prompts = indexPrompts(store); prompts.length > 0; prompts = indexPrompts(store)) {
    await appendMetricLines(env, store, promptMetrics(prompts));
    for (const { session_id: id, length } of prompts) if (length !== null) sessions.add(id);
  }
  return sessions;
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

/** Records which recalled memories the sessions used. Never throws: a failure must not stop the rest of the drain. */
async function updateMemories(env: Environment, store: Store, sessions: ReadonlySet<string>): Promise<void> {
  inMemoryTransaction(store, () => ignoreOldCandidates(store, Date.now()));
  copyOwnMemories(store);
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
      const message = errorMessage(error);
      await recordFault(env, { part: "memory", message, event: null, sessionId });
    }
  }
}

/** Triage learns from ignored candidates as it does from rejected ones. */
export function ignoreOldCandidates(store: Store, now: number): number {
  const old = listNewCandidatesBefore(store, now - IGNORE_AFTER_MS);
  for (const { id, patterns } of old) {
    if (settleCandidate(store, { id, status: "ignored", memoryId: null, at: now }))
      noteFeedback(store, JSON.parse(patterns) as string[], "ignored");
  }
  return old.length;
}

async function pruneDaily(env: Environment, store: Store): Promise<void> {
  const now = Date.now();
  if (now - Number(readMeta(store, "pruned_at") ?? 0) < DAY) return;
  writeMeta(store, "pruned_at", String(now));
  const { config } = await loadConfig(env, null);
  announcePruned(store, await pruneStore(store, config, now), config, now);
  pruneArchives(store, config, now, false);
  pruneSessionLogs(env, config, now, false);
  removeAbandonedDrafts(env.holdfastHome, now);
  await removeAbandonedWorktrees(env);
}

// Triages what was added to the transcripts of recent sessions.

const MAX_AGE_MS = 14 * 24 * 3_600_000;
const MAX_SESSIONS = 50;
/** Each piece is a transaction of its own, so that the next drain can continue after a kill. */
const MAX_PIECE_BYTES = 2 * 1024 * 1024;

/** Returns the number of new candidates. Never throws: a failure must not stop the rest of the drain. */
export async function triageSessions(env: Environment, store: Store): Promise<number> {
  let found = 0;
  for (const session of sessionsToTriage(store, Date.now() - MAX_AGE_MS, MAX_SESSIONS)) {
    try {
      const { transcript_path: path } = session;
      const triagedTo = findTriageCursor(store, fileKey(path))?.offset ?? 0;
      if (Bun.file(path).size !== triagedTo) found += await triageSession(env, store, session);
    } catch (error) {
      const message = errorMessage(error);
      await recordFault(env, { part: "triage", message, event: null, sessionId: session.session_id });
    }
  }
  return found;
}

interface TriageSession extends Pick<SessionRow, "session_id" | "project_dir"> {
  transcript_path: string;
}

/** Newest first. Includes sessions that were killed; leaves out ingested history. */
function sessionsToTriage(store: Store, since: number, limit: number): TriageSession[] {
  return store
    .query(
      `SELECT session_id, project_dir, transcript_path FROM sessions
       WHERE transcript_path IS NOT NULL AND source IS NOT 'ingest' AND last_seen_at >= $since
       ORDER BY last_seen_at DESC LIMIT $limit`,
    )
    .all({ since, limit }) as TriageSession[];
}

async function triageSession(env: Environment, store: Store, session: TriageSession): Promise<number> {
  const { session_id: sessionId, project_dir: projectDir, transcript_path: path } = session;
  const { capture, triage: settings } = (await loadConfig(env, projectDir)).config;
  const isOff = !settings.enabled || settings.mode === "off" || !capture.enabled;
  if (isOff || isExcludedProject(projectDir, capture.exclude, env.home)) {
    // What was said while triage was off is never triaged, not even after it is switched on.
    saveTriageCursor(store, fileKey(path), await placeCursor(path, Bun.file(path).size, []));
    return 0;
  }
  await fillProjectKey(store, sessionId);
  const projectKey = findSession(store, sessionId)?.project_key ?? "";
  const options = triageOptions(settings);
  for (let found = 0; ; ) {
    const read = await readNewItems(store, path, MAX_PIECE_BYTES);
    if (read.problem) return found;
    found += await triageTranscript(store, { sessionId, projectKey, path }, read, options);
    if (!read.more) return found;
  }
}
