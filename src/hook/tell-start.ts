// What Claude is told when a session starts: what holds it, its plan, and what earlier sessions did and left.
import { loadConfig } from "../config/load-config.ts";
import { activePause, readPauses } from "../config/pause.ts";
import type { SessionStartEvent } from "../protocol/hook-event.ts";
import type { Store } from "../store/open.ts";
import { toStoreError } from "../store/store-error.ts";
import { type HookContext, noteFault } from "./context.ts";
import { describeLock } from "./describe-lock.ts";
import { projectKeyOf } from "./project-key-of.ts";
import type { Reminder } from "./remember-loop.ts";
import { rememberPlan } from "./remember-plan.ts";

type StartContext = HookContext<SessionStartEvent>;

/** `store`: what is wrong with it, where it cannot be used. `tellingEvent`: the one that carries the words. */
export async function tellStart(
  context: StartContext,
  store: Store | Error,
  reminder: Reminder,
  tellingEvent = "SessionStart",
): Promise<string> {
  const [lock, plan] = await Promise.all([describeLock(context), rememberPlan(context)]);
  const holds = [...(lock ? [lock] : []), ...reminder.context];
  const recalled = await recall(context, store, holds, tellingEvent);
  return [...holds, ...(plan ? [plan] : []), ...(recalled ? [recalled] : [])].join("\n");
}

/** Never throws: a session without a memory is a session all the same. */
async function recall(
  context: StartContext,
  store: Store | Error,
  told: readonly string[],
  tellingEvent: string,
): Promise<string | null> {
  const { event, env, projectDir, now } = context;
  const { sessionId, source, promptId } = event;
  if (sessionId === null || projectDir === null) return null;
  try {
    const [{ config }, pauses] = await Promise.all([loadConfig(env, projectDir), readPauses(env)]);
    if (!config.recall.enabled || activePause(pauses, { projectDir, sessionId, now })) return null;
    if (store instanceof Error) return describeBroken(store);
    const { recallStart } = await import("../recall/recall-start.ts");
    const projectKey = await projectKeyOf(store, sessionId, projectDir);
    const known = { store, config, env, sessionId, source, projectDir, projectKey, now, told };
    return await recallStart(known, { name: tellingEvent, promptId }, (error) =>
      noteFault(context, "recall", error),
    );
  } catch (error) {
    await noteFault(context, "recall", error);
    return describeBroken(toStoreError(error));
  }
}

function describeBroken({ message }: Error): string {
  return `holdfast cannot read its records now (${message}): it does not know what earlier sessions of this project did.`;
}
