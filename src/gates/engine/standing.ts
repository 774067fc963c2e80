// What every stop asks of the ledger, in one look: each statement is paid for.

import type { Store } from "../../store/open.ts";
import type { BudgetRow } from "./budgets.ts";

export interface Standing {
  budget: BudgetRow | null;
  /** A loop of the session goes on; and so a flow, and one of the client's own tasks. */
  loop: boolean;
  flow: boolean;
  tasks: boolean;
  /** Something waits to be told to the person. */
  messages: boolean;
  /** Calls of the session that wait to be worked on. */
  pending: number;
  /** Those of all sessions, counted up to `ENOUGH_TO_DRAIN`. */
  waiting: number;
}

/** So many calls that wait are worth a process of its own. */
export const ENOUGH_TO_DRAIN = 20;

/** As it is for one who wants to stop. */
export function standingOf(store: Store, sessionId: string, agent: string): Standing {
  const row = store
    .query(
      `SELECT budgets.*,
         EXISTS (SELECT 1 FROM loops WHERE session_id = $sessionId AND status = 'active') AS loop,
         EXISTS (SELECT 1 FROM flows WHERE session_id = $sessionId AND status = 'active') AS flow,
         EXISTS (SELECT 1 FROM tasks WHERE session_id = $sessionId AND status IN ('pending', 'in_progress')) AS tasks,
         EXISTS (SELECT 1 FROM messages WHERE session_id = $sessionId) AS messages,
         (SELECT count(*) FROM pending_queue WHERE session_id = $sessionId AND status = 'raw') AS pending,
         (SELECT count(*) FROM (SELECT 1 FROM pending_queue WHERE status = 'raw' LIMIT ${ENOUGH_TO_DRAIN})) AS waiting
       FROM (SELECT 1) LEFT JOIN budgets
         ON id = (SELECT max(id) FROM budgets WHERE session_id = $sessionId AND agent = $agent)`,
    )
    .get({ sessionId, agent }) as BudgetRow & Record<Exclude<keyof Standing, "budget">, number>;
  return {
    budget: row.id === null ? null : row,
    loop: row.loop === 1,
    flow: row.flow === 1,
    tasks: row.tasks === 1,
    messages: row.messages === 1,
    pending: row.pending,
    waiting: row.waiting,
  };
}
