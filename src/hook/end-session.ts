import { databasePath } from "../config/paths.ts";
import type { Answer } from "../protocol/answer.ts";
import type { SessionEndEvent } from "../protocol/hook-event.ts";
import { checkpointPassively } from "../store/maintain.ts";
import { openLedger } from "../store/open.ts";
import { countWaiting } from "../store/pending-queue.ts";
import { hasUnindexedPrompts } from "../store/prompts.ts";
import { closeSession } from "../store/sessions.ts";
import type { HookContext } from "./context.ts";
import { noteSession } from "./session-row.ts";
import { startDetached } from "./start-detached.ts";

export async function endSession(context: HookContext<SessionEndEvent>): Promise<Answer> {
  const { event, env, now } = context;
  const store = await openLedger(databasePath(env));
  if (event.sessionId) {
    noteSession(store, context);
    closeSession(store, event.sessionId, event.reason, now);
  }
  checkpointPassively(store);
  if (countWaiting(store, 1) > 0 || hasUnindexedPrompts(store)) startDetached(["drain", "--quiet"]);
  const { markReflection } = await import("./mark-reflection.ts");
  if (await markReflection(context, store)) startDetached(["reflect", "--pending"]);
  return { kind: "silent" };
}
