// Reflects on the sessions that ended, one after the other, in one process at a time.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { listSessionDecisions } from "../../store/decisions.ts";
import { recordFault } from "../../store/fault-log.ts";
import type { Store } from "../../store/open.ts";
import {
  clearPending,
  type PendingReflection,
  releaseReflectionLock,
  takePending,
  takeReflectionLock,
} from "../../store/pending-reflections.ts";
import { reflect } from "./reflect.ts";
import type { Reflection } from "./reflection.ts";
import { findReflection } from "./reflection-rows.ts";
import { saveReflection } from "./save-reflection.ts";

export interface ProcessedSessions {
  /** Another process is doing it. */
  busy: boolean;
  reflected: string[];
  /** Too short, or with too little new. */
  passedOver: number;
  failed: number;
}

/** A session that failed so often is given up. */
const MAX_TRIES = 3;

export async function processPending(env: Environment, store: Store): Promise<ProcessedSessions> {
  const done: ProcessedSessions = { busy: false, reflected: [], passedOver: 0, failed: 0 };
  const { pid } = process;
  try {
    for (;;) {
      // Renewed for each session, so that it does not expire among many.
      if (!takeReflectionLock(store, pid, Date.now())) return { ...done, busy: true };
      const pending = takePending(store);
      if (pending === null || done.reflected.includes(pending.session_id)) return done;
      await processOne(env, store, pending, done);
    }
  } finally {
    releaseReflectionLock(store, pid);
  }
}

/** Never throws: the other sessions must not wait for this one. */
async function processOne(
  env: Environment,
  store: Store,
  pending: PendingReflection,
  done: ProcessedSessions,
): Promise<void> {
  try {
    if (pending.attempts <= MAX_TRIES && (await reflectOn(env, store, pending)))
      done.reflected.push(pending.session_id);
    else done.passedOver++;
  } catch (error) {
    done.failed++;
    await recordProblem(env, pending, error instanceof Error ? error.message : String(error));
  }
  clearPending(store, pending);
}

async function reflectOn(env: Environment, store: Store, pending: PendingReflection): Promise<boolean> {
  const { config } = await loadConfig(env, pending.project_dir);
  const reflected = await reflect({
    transcriptPath: pending.transcript_path,
    sessionId: pending.session_id,
    projectDir: pending.project_dir,
    decisionsOf: (sessionId) => listSessionDecisions(store, sessionId),
    thresholds: config.reflection.thresholds,
    trigger: "session_end",
    now: Date.now(),
  });
  if (!reflected.ok) throw new Error(`the transcript of a session: ${reflected.problem.message}`);
  if (!isWorthSaving(reflected.reflection, store, pending.session_id, config.reflection)) return false;
  const { problem } = await saveReflection(store, reflected.reflection);
  if (problem !== null) await recordProblem(env, pending, problem);
  return true;
}

function isWorthSaving(
  { metrics }: Reflection,
  store: Store,
  sessionId: string,
  { min_turns, min_messages }: { min_turns: number; min_messages: number },
): boolean {
  const before = findReflection(store, sessionId)?.messages ?? 0;
  return metrics.userMessages >= min_turns && metrics.messages - before >= min_messages;
}

async function recordProblem(env: Environment, pending: PendingReflection, message: string): Promise<void> {
  await recordFault(env, { part: "reflection", message, event: null, sessionId: pending.session_id });
}
