// What Claude is told when a session starts: what holds it, its plan, and what earlier sessions did and left.
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { lockPath } from "../config/paths.ts";
import { activePause, readPauses } from "../config/pause.ts";
import type { Reminder } from "../gates/loop/remember-loop.ts";
import { PLANS_FOLDER } from "../gates/plan/plans-folder.ts";
import { pathExists } from "../platform/files.ts";
import type { SessionStartEvent } from "../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../store/event-context.ts";
import { type Store, toStoreError } from "../store/open.ts";
import { sessionProjectKey } from "../worktree/project-key.ts";

type StartContext = HookContext<SessionStartEvent>;

/** `store`: what is wrong with it, where it cannot be used. `tellingEvent`: the one that carries the words. */
export async function tellStart(
  context: StartContext,
  store: Store | Error,
  reminder: Reminder,
  tellingEvent = "SessionStart",
): Promise<string> {
  const { config } = await loadConfig(context.env, context.projectDir);
  const lock = await lockOf(context, config);
  const plan = await planOf(context, config);
  const holds = [...(lock ? [lock] : []), ...reminder.context];
  const recalled = await recall(context, store, config, holds, tellingEvent);
  return [...holds, ...(plan ? [plan] : []), ...(recalled ? [recalled] : [])].join("\n");
}

/** Loaded only where one may be, and so the next. */
async function lockOf(context: StartContext, config: Config): Promise<string | null> {
  if (context.projectDir === null || !pathExists(lockPath(context.projectDir))) return null;
  const { describeLock } = await import("../gates/lock/describe-lock.ts");
  return describeLock(context, config);
}

async function planOf(context: StartContext, config: Config): Promise<string | null> {
  if (context.projectDir === null) return null;
  if (config.plan.files.length === 0 && !pathExists(`${context.projectDir}/${PLANS_FOLDER}`)) return null;
  const { rememberPlan } = await import("../gates/plan/remember-plan.ts");
  return rememberPlan(context, config);
}

/** Never throws: a session without a memory is a session all the same. */
async function recall(
  context: StartContext,
  store: Store | Error,
  config: Config,
  told: readonly string[],
  tellingEvent: string,
): Promise<string | null> {
  const { event, env, projectDir, now } = context;
  const { sessionId, source, promptId } = event;
  if (sessionId === null || projectDir === null) return null;
  try {
    if (!config.recall.enabled || activePause(await readPauses(env), { projectDir, sessionId, now }))
      return null;
    if (store instanceof Error) return describeBroken(store);
    const { recallStart } = await import("../memory/recall/recall-start.ts");
    const projectKey = await sessionProjectKey(store, sessionId, projectDir);
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
