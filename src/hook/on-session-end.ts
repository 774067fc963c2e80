import { databasePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { mayCapture } from "../config/place.ts";
import type { Config } from "../config/schema.ts";
import { hasUnfinishedWork } from "../gates/registry.ts";
import { startDetached } from "../platform/process/start-self.ts";
import { isAbsolutePath } from "../platform/system.ts";
import type { Answer, SessionEndEvent } from "../protocol/hook-event.ts";
import { hasWaitingCalls } from "../recording/queue/pending-queue.ts";
import { attempt, type HookContext } from "../store/hook-context.ts";
import { checkpointPassively } from "../store/maintain.ts";
import { openLedger, type Store } from "../store/open.ts";
import { noteSkippedReflection, queueReflection } from "../store/pending-reflections.ts";
import { hasPrompts, hasUnindexedPrompts } from "../store/prompts.ts";
import { closeSession, noteSession } from "../store/sessions.ts";

/** A quick lower bound; the reflection itself counts the messages. */
const MIN_MESSAGE_BYTES = 150;
const TAIL_BYTES = 64 * 1024;

/** A session ends: closes its row, and starts what is left to do in detached processes. */
export async function onSessionEnd(context: HookContext<SessionEndEvent>): Promise<Answer> {
  const { event, env, startDir, now } = context;
  const store = await openLedger(databasePath(env));
  if (event.sessionId) {
    await attempt(context, "failure", () => noteUnseenFailure(context, store));
    noteSession(store, context);
    closeSession(store, event.sessionId, event.reason, now);
  }
  checkpointPassively(store);
  const { config } = await loadConfig(env, context.projectDir);
  // Its summary says how it ended, even if all of it was recorded before.
  const isSummarized = event.sessionId !== null && hasPrompts(store, event.sessionId);
  if (isSummarized || hasWaitingCalls(store) || hasUnindexedPrompts(store) || config.memory.model)
    startDetached(["drain", "--quiet"]);
  if (config.sync.url !== "") startDetached(["sync", "--quiet"]);
  if (event.sessionId && isAbsolutePath(startDir) && hasUnfinishedWork(store, startDir))
    startDetached(["background", "recheck", "--session", event.sessionId, "--project", startDir]);
  if (await enqueueReflection(context, store, config)) startDetached(["reflect", "--pending"]);
  return { kind: "silent" };
}

/** With `-p` the client ends without waiting for StopFailure: then the transcript ends with the error. */
async function noteUnseenFailure(context: HookContext<SessionEndEvent>, store: Store): Promise<void> {
  const { event, startDir } = context;
  const { sessionId, transcriptPath } = event;
  if (sessionId === null || transcriptPath === null || !startDir || !hasUnfinishedWork(store, startDir))
    return;
  const { listGoals } = await import("../store/goals.ts");
  if (!listGoals(store, sessionId).some(({ state }) => state === "active")) return;
  const { readTail } = await import("../transcript/read-tail.ts");
  const { items } = await readTail(transcriptPath, { maxBytes: TAIL_BYTES });
  const last = items.findLast(
    ({ kind }) => kind === "api-error" || kind === "assistant-text" || kind === "prompt",
  );
  if (last?.kind !== "api-error") return;
  const { onStopFailure } = await import("./on-stop-failure.ts");
  await onStopFailure({
    ...context,
    event: { ...event, name: "StopFailure", failure: "unknown", message: last.text },
  });
}

/** True when the session was queued for reflection, which runs in a detached process. */
async function enqueueReflection(
  context: HookContext<SessionEndEvent>,
  store: Store,
  config: Config,
): Promise<boolean> {
  const { event, env, projectDir, now } = context;
  const { sessionId, transcriptPath } = event;
  if (env.reflecting || sessionId === null || transcriptPath === null) return false;
  const { reflection } = config;
  if (!mayCapture(context, config) || !reflection.enabled || !reflection.triggers.includes("session_end"))
    return false;
  if (Bun.file(transcriptPath).size < reflection.min_messages * MIN_MESSAGE_BYTES) {
    const why = `it had fewer than ${reflection.min_messages} messages (reflection.min_messages)`;
    noteSkippedReflection(store, projectDir, { why, at: now });
    return false;
  }
  const { attachMemoryInHook } = await import("../store/attach-memory.ts");
  await attachMemoryInHook(store, databasePath(env));
  queueReflection(store, {
    session_id: sessionId,
    project_dir: projectDir,
    transcript_path: transcriptPath,
    requested_at: now,
  });
  if (config.metrics) await attempt(context, "metrics", () => countTrigger(context));
  return true;
}

async function countTrigger({ event, startDir, now }: HookContext<SessionEndEvent>): Promise<void> {
  if (startDir === null) return;
  const { appendMetric } = await import("../recording/metrics/metrics-file.ts");
  const source = { hook: event.name, sessionId: event.sessionId, at: now };
  await appendMetric(startDir, { metric: "reflection_triggered", value: 1, ...source });
}
