import type { Store } from "./open.ts";

export interface DeclaredWork {
  loop: boolean;
  flow: boolean;
  /** One of the client's own tasks is open. */
  tasks: boolean;
}

/** In one look: what of a session's declared work goes on. */
export function declaredWork(store: Store, sessionId: string): DeclaredWork {
  const row = store
    .query(
      `SELECT EXISTS (SELECT 1 FROM loops WHERE session_id = $sessionId AND status = 'active') AS loop,
         EXISTS (SELECT 1 FROM flows WHERE session_id = $sessionId AND status = 'active') AS flow,
         EXISTS (SELECT 1 FROM tasks WHERE session_id = $sessionId AND status IN ('pending', 'in_progress')) AS tasks`,
    )
    .get({ sessionId }) as Record<keyof DeclaredWork, number>;
  return { loop: row.loop === 1, flow: row.flow === 1, tasks: row.tasks === 1 };
}
