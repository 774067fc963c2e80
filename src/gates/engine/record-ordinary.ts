import type { GatedEvent } from "../../protocol/hook-event.ts";
import { insertDecision } from "../../store/decisions.ts";
import type { HookContext } from "../../store/event-context.ts";
import { logStop } from "../../store/event-log.ts";
import type { Store } from "../../store/open.ts";
import { noteSession } from "../../store/session-row.ts";
import { inTransaction } from "../../store/transaction.ts";
import type { Standing } from "./standing.ts";

/** The same rows that `settle` writes for a stop with no finding. */
export function recordOrdinary(
  context: HookContext<GatedEvent>,
  store: Store,
  standing: Standing,
  isLogged: boolean,
): void {
  const { event, now, projectDir } = context;
  inTransaction(store, () => {
    noteSession(store, context);
    if (isLogged && event.sessionId) logStop(store, event.sessionId, now, standing.pending);
    insertDecision(store, {
      session_id: event.sessionId,
      agent: "main",
      budget_id: standing.budget?.id ?? null,
      event: event.name,
      at: now,
      project_dir: projectDir,
      verdict: "complete",
      rule: "nothing-open",
      findings: "[]",
      situation: null,
      reason: null,
      duration_ms: Bun.nanoseconds() / 1e6,
    });
  });
}
