import { databasePath } from "../config/environment.ts";
import { hasUnfinishedWork } from "../gates/registry.ts";
import { startDetached } from "../platform/process/start-self.ts";
import type { Answer, SessionEndEvent } from "../protocol/hook-event.ts";
import { hasWaitingCalls } from "../recording/queue/pending-queue.ts";
import type { HookContext } from "../store/hook-context.ts";
import { checkpointPassively } from "../store/maintain.ts";
import { openLedger } from "../store/open.ts";
import { hasUnindexedPrompts } from "../store/prompts.ts";
import { closeSession, noteSession } from "../store/sessions.ts";

/** A session ends: its row is closed, and what is left to do starts in processes of its own. */
export async function onSessionEnd(context: HookContext<SessionEndEvent>): Promise<Answer> {
  const { event, env, startDir, now } = context;
  const store = await openLedger(databasePath(env));
  if (event.sessionId) {
    noteSession(store, context);
    closeSession(store, event.sessionId, event.reason, now);
  }
  checkpointPassively(store);
  if (hasWaitingCalls(store) || hasUnindexedPrompts(store)) startDetached(["drain", "--quiet"]);
  if (event.sessionId && startDir?.startsWith("/") && hasUnfinishedWork(store, startDir))
    startDetached(["recheck", "--session", event.sessionId, "--project", startDir]);
  const { enqueueReflection } = await import("../review/reflection/enqueue-reflection.ts");
  if (await enqueueReflection(context, store)) startDetached(["reflect", "--pending"]);
  return { kind: "silent" };
}
