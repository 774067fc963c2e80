import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { knownBackgroundTasks } from "./background-tasks.ts";
import { hasBackgroundWork, tasksToWaitFor } from "./background-work.ts";
import { MAX_WAITS } from "./budget.ts";
import type { Known } from "./known.ts";

/** The budget would let this stop wait for work in the background: nothing expensive need be looked at. */
export function willWait({ event, now }: HookContext<GatedEvent>, { store, budget }: Known): boolean {
  const tasks = tasksToWaitFor(event);
  if (event.sessionId === null || tasks.length === 0 || (budget?.waits ?? 0) >= MAX_WAITS) return false;
  const known = knownBackgroundTasks(store, event.sessionId);
  return hasBackgroundWork(tasks, known, budget?.id ?? null, now);
}
