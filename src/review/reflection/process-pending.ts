// Reflects on ended sessions one after the other, in only one process at a time.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { recordFault } from "../../store/fault-log.ts";
import type { Store } from "../../store/open.ts";
import {
  noteSkippedReflection,
  type PendingReflection,
  releaseReflectionLock,
  removePendingReflection,
  takePendingReflection,
  takeReflectionLock,
} from "../../store/pending-reflections.ts";
import { countNoun } from "../../text/count-noun.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { reflect } from "./reflect.ts";
import type { Reflection } from "./reflection.ts";
import { findReflection } from "./reflection-rows.ts";
import { saveReflection } from "./save-reflection.ts";

export interface ProcessedSessions {
  /** Another process is already reflecting. */
  busy: boolean;
  reflected: string[];
  /** Sessions, and the minimum that each did not reach. */
  skipped: { session: string; why: string }[];
  failed: number;
}

/** A session is given up after this many failures. */
const MAX_TRIES = 3;

export async function processPending(env: Environment, store: Store): Promise<ProcessedSessions> {
  const done: ProcessedSessions = { busy: false, reflected: [], skipped: [], failed: 0 };
  const { pid } = process;
  try {
    for (;;) {
      // Renewed for each session, so that the lock does not expire.
      if (!takeReflectionLock(store, pid, Date.now())) return { ...done, busy: true };
      const pending = takePendingReflection(store);
      if (pending === null || done.reflected.includes(pending.session_id)) return done;
      await processOne(env, store, pending, done);
    }
  } finally {
    releaseReflectionLock(store, pid);
  }
}

/** Never throws: the other sessions must still be processed. */
async function processOne(
  env: Environment,
  store: Store,
  pending: PendingReflection,
  done: ProcessedSessions,
): Promise<void> {
  try {
    if (pending.attempts > MAX_TRIES) throw new Error(`given up after ${MAX_TRIES} tries`);
    const why = await reflectOn(env, store, pending);
    noteSkippedReflection(
      store,
      pending.project_dir,
      why === null ? null : { why, at: pending.requested_at },
    );
    if (why === null) done.reflected.push(pending.session_id);
    else done.skipped.push({ session: pending.session_id, why });
  } catch (error) {
    done.failed++;
    await recordProblem(env, pending, errorMessage(error));
  }
  removePendingReflection(store, pending);
}

/** Why no reflection was saved; null when one was. */
async function reflectOn(env: Environment, store: Store, pending: PendingReflection): Promise<string | null> {
  const { config } = await loadConfig(env, pending.project_dir);
  const reflected = await reflect({
    transcriptPath: pending.transcript_path,
    sessionId: pending.session_id,
    projectDir: pending.project_dir,
    thresholds: config.reflection.thresholds,
    trigger: "session_end",
    now: Date.now(),
  });
  if (!reflected.ok) throw new Error(`the transcript of a session: ${reflected.problem.message}`);
  const limit = limitNotReached(reflected.reflection, store, pending.session_id, config.reflection);
  if (limit !== null) return limit;
  const { problem } = await saveReflection(store, reflected.reflection);
  if (problem !== null) await recordProblem(env, pending, problem);
  return null;
}

function limitNotReached(
  { metrics }: Reflection,
  store: Store,
  sessionId: string,
  { min_turns, min_messages }: { min_turns: number; min_messages: number },
): string | null {
  const gained = metrics.messages - (findReflection(store, sessionId)?.messages ?? 0);
  if (metrics.userMessages < min_turns)
    return `it had ${countNoun(metrics.userMessages, "prompt")}, fewer than ${min_turns} (reflection.min_turns)`;
  if (gained >= min_messages) return null;
  return `it gained ${countNoun(gained, "message")}, fewer than ${min_messages} (reflection.min_messages)`;
}

async function recordProblem(env: Environment, pending: PendingReflection, message: string): Promise<void> {
  await recordFault(env, { part: "reflection", message, sessionId: pending.session_id });
}
