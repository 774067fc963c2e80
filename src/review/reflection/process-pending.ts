// Looks at the sessions that ended and wait for it, one after the other, one process at a time.
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
import { keepReflection } from "./save-reflection.ts";

export interface WorkedOff {
  /** Another process is at it. */
  busy: boolean;
  reflected: string[];
  /** Too short, or with too little new. */
  passedOver: number;
  failed: number;
}

/** One that made us fail so often is given up. */
const MAX_TRIES = 3;

export async function workOffPending(env: Environment, store: Store): Promise<WorkedOff> {
  const done: WorkedOff = { busy: false, reflected: [], passedOver: 0, failed: 0 };
  const { pid } = process;
  try {
    for (;;) {
      // Taken anew for each, so that many of them do not outlast it.
      if (!takeReflectionLock(store, pid, Date.now())) return { ...done, busy: true };
      const mark = takePending(store);
      if (mark === null) return done;
      if (done.reflected.includes(mark.session_id)) return done;
      await workOff(env, store, mark, done);
    }
  } finally {
    releaseReflectionLock(store, pid);
  }
}

/** Never throws: the other sessions must not wait for this one. */
async function workOff(
  env: Environment,
  store: Store,
  mark: PendingReflection,
  done: WorkedOff,
): Promise<void> {
  try {
    if (mark.attempts <= MAX_TRIES && (await look(env, store, mark))) done.reflected.push(mark.session_id);
    else done.passedOver++;
  } catch (error) {
    done.failed++;
    await noteProblem(env, mark, error instanceof Error ? error.message : String(error));
  }
  clearPending(store, mark);
}

async function look(env: Environment, store: Store, mark: PendingReflection): Promise<boolean> {
  const { config } = await loadConfig(env, mark.project_dir);
  const reflected = await reflect({
    transcriptPath: mark.transcript_path,
    sessionId: mark.session_id,
    projectDir: mark.project_dir,
    decisionsOf: (sessionId) => listSessionDecisions(store, sessionId),
    thresholds: config.reflection.thresholds,
    trigger: "session_end",
    now: Date.now(),
  });
  if (!reflected.ok) throw new Error(`the transcript of a session: ${reflected.problem.message}`);
  if (!isWorthKeeping(reflected.reflection, store, mark.session_id, config.reflection)) return false;
  const { problem } = await keepReflection(store, reflected.reflection);
  if (problem !== null) await noteProblem(env, mark, problem);
  return true;
}

function isWorthKeeping(
  { metrics }: Reflection,
  store: Store,
  sessionId: string,
  { min_turns, min_messages }: { min_turns: number; min_messages: number },
): boolean {
  const before = findReflection(store, sessionId)?.messages ?? 0;
  return metrics.userMessages >= min_turns && metrics.messages - before >= min_messages;
}

async function noteProblem(env: Environment, mark: PendingReflection, message: string): Promise<void> {
  await recordFault(env, { part: "reflection", message, event: null, sessionId: mark.session_id });
}
