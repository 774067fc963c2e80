// What Claude is told when a session starts: what holds it, its plan, and what earlier sessions did and left.
import { activePause, readPauses } from "../config/pause.ts";
import type { Reminder, ReminderContext } from "../gates/engine/gate.ts";
import { noteFault } from "../store/hook-context.ts";
import { type Store, toStoreError } from "../store/open.ts";
import { sessionProjectKey } from "../worktree/project-key.ts";

/** `memory`: what is wrong with it, where it cannot be used. `tellingEvent`: the one that carries the words. */
export async function tellStart(
  context: Omit<ReminderContext, "store">,
  memory: Store | Error,
  reminder: Required<Reminder>,
  tellingEvent = "SessionStart",
): Promise<string> {
  const recalled = await recall(context, memory, reminder, tellingEvent);
  return [...reminder.holds, ...reminder.notes, ...(recalled ? [recalled] : [])].join("\n");
}

/** Never throws: a session without a memory is a session all the same. */
async function recall(
  context: Omit<ReminderContext, "store">,
  store: Store | Error,
  { holds: told, leftOpen }: Required<Reminder>,
  tellingEvent: string,
): Promise<string | null> {
  const { event, env, projectDir, now } = context;
  const { config } = context.loaded;
  const { sessionId, source, promptId } = event;
  if (sessionId === null || projectDir === null) return null;
  try {
    if (!config.recall.enabled || activePause(await readPauses(env), { projectDir, sessionId, now }))
      return null;
    if (store instanceof Error) return describeBroken(store);
    const { recallStart } = await import("../memory/recall/recall-start.ts");
    const projectKey = await sessionProjectKey(store, sessionId, projectDir);
    const known = {
      store,
      config,
      env,
      sessionId,
      source,
      projectDir,
      projectKey,
      now,
      otherLines: told,
      leftOpen,
    };
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
