// The ruling on what the gates found, and its words. Loaded before the transaction that records it, where there is
// something to rule on: most stops have nothing.

import { markShown } from "../../store/notices.ts";
import {
  hasBackgroundWork,
  knownBackgroundTasks,
  noteBackgroundTask,
  tasksToWaitFor,
} from "./background-tasks.ts";
import { isRelease, type Ruling, ruleOnStop } from "./budget.ts";
import type { BudgetRow, BudgetState } from "./budget-rows.ts";
import { composeAdvice, composeReason, composeRelease } from "./compose.ts";
import type { Finding } from "./gate.ts";
import type { StopContext } from "./stop-context.ts";

export function ruleOnFindings(
  stop: StopContext,
  findings: Finding[],
  budget: BudgetRow | null,
  ledger: BudgetState,
): Ruling {
  return ruleOnStop(ledger, {
    now: stop.now,
    findings,
    backgroundWork: noteBackground(stop, budget),
    defaults: stop.config.budget,
  });
}

function noteBackground({ event, store, now }: StopContext, budget: BudgetRow | null): boolean {
  const { sessionId } = event;
  if (!("backgroundTasks" in event) || sessionId === null || event.backgroundTasks.length === 0) return false;
  const known = knownBackgroundTasks(store, sessionId);
  const budgetId = budget?.id ?? null;
  for (const { id: taskId } of event.backgroundTasks)
    if (!known.has(taskId)) noteBackgroundTask(store, { sessionId, taskId, budgetId, at: now });
  return hasBackgroundWork(tasksToWaitFor(event), known, budgetId, now);
}

/** For Claude; null when the stop is allowed. */
export function explainToClaude({ event }: StopContext, ruling: Ruling): string | null {
  return ruling.verdict === "blocked" ? composeReason(ruling, event) : null;
}

/** For the person: what was released, and advice that the session did not give before. */
export function tellPerson({ event, store }: StopContext, ruling: Ruling): string[] {
  const { sessionId } = event;
  if (sessionId === null) return [];
  const isReleased = isRelease(ruling.verdict);
  for (const { fingerprint } of isReleased ? ruling.open : []) markShown(store, sessionId, fingerprint);
  const fresh = ruling.advice.filter(({ fingerprint }) => markShown(store, sessionId, fingerprint));
  return [
    ...(isReleased ? [composeRelease(ruling)] : []),
    ...(fresh.length > 0 ? [composeAdvice(fresh)] : []),
  ];
}
