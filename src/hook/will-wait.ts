import type { GatedEvent } from "../protocol/hook-event.ts";
import { knownBackgroundTasks } from "../store/background-tasks.ts";
import { hasBackgroundWork } from "./background-work.ts";
import { MAX_WAITS } from "./budget.ts";
import type { HookContext } from "./context.ts";
import type { Known } from "./gather-facts.ts";

/** The budget would let this stop wait for work in the background: nothing expensive need be looked at. */
export function willWait({ event, now }: HookContext<GatedEvent>, { store, budget }: Known): boolean {
  if (!("backgroundTasks" in event) || event.sessionId === null) return false;
  if (event.backgroundTasks.length === 0 || (budget?.waits ?? 0) >= MAX_WAITS) return false;
  const known = knownBackgroundTasks(store, event.sessionId);
  return hasBackgroundWork(event.backgroundTasks, known, budget?.id ?? null, now);
}
