// What Claude is given when a session starts: which gates hold it, its plan, and what earlier sessions did and left open.
import { databasePath } from "../config/environment.ts";
import { readActivePause } from "../config/pause.ts";
import type { Reminder, ReminderContext } from "../gates/engine/gate.ts";
import "../platform/process/watchdog.ts"; // Guards searches of long texts.
import { attachMemoryInHook } from "../store/attach-memory.ts";
import { type HookContext, noteFault } from "../store/hook-context.ts";
import { type Store, toStoreError } from "../store/open.ts";
import { sessionProjectKey } from "../worktree/project-key.ts";

/** `memory`: the store, or why it cannot be used. `carrier`: the event whose answer carries these lines. */
export async function composeStartContext(
  context: Omit<ReminderContext, "store">,
  memory: Store | Error,
  reminder: Required<Reminder>,
  carrier: "SessionStart" | "UserPromptSubmit",
): Promise<string[]> {
  const recalled = await recall(context, memory, reminder, carrier);
  return [...reminder.holds, ...reminder.notes, ...(recalled === null ? [] : [recalled])];
}

/** Attaches the memory database. Records and returns a problem: gates and capture work without it. */
export async function openMemory(context: HookContext, store: Store, part: string): Promise<Store | Error> {
  try {
    await attachMemoryInHook(store, databasePath(context.env));
    return store;
  } catch (error) {
    const problem = toStoreError(error);
    if (problem.problem !== "converting") await noteFault(context, part, problem);
    return problem;
  }
}

/** Never throws: a session starts without its memory too. */
async function recall(
  context: Omit<ReminderContext, "store">,
  memory: Store | Error,
  { holds: otherLines, leftOpen }: Required<Reminder>,
  carrier: string,
): Promise<string | null> {
  const { event, env, projectDir, now } = context;
  const { config } = context.loaded;
  const { sessionId, source, promptId } = event;
  if (sessionId === null || projectDir === null || !config.recall.enabled) return null;
  try {
    if (await readActivePause(context)) return null;
    if (memory instanceof Error) return describeProblem(memory);
    const { recallStart } = await import("../memory/recall/recall-start.ts");
    const projectKey = await sessionProjectKey(memory, sessionId, projectDir);
    const start = { store: memory, config, env, now, source, sessionId, projectDir, projectKey };
    return await recallStart({ ...start, otherLines, leftOpen }, { name: carrier, promptId }, (error) =>
      noteFault(context, "recall", error),
    );
  } catch (error) {
    await noteFault(context, "recall", error);
    return describeProblem(toStoreError(error));
  }
}

function describeProblem({ message }: Error): string {
  return `holdfast cannot read its records now (${message}): it does not know what earlier sessions of this project did.`;
}
