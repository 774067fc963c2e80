// Events of a session other than prompts and tool calls: stops, subagents, tasks, compactions, searches.
import type { Store } from "./open.ts";

export interface LoggedEvent {
  sessionId: string;
  event: string;
  agentId: string | null;
  /** Without secrets: it becomes JSON. */
  detail: Record<string, unknown>;
  at: number;
}

export function logEvent(store: Store, logged: LoggedEvent): void {
  store
    .query(
      `INSERT INTO event_log (session_id, event, agent_id, detail, at)
       VALUES ($sessionId, $event, $agentId, $detail, $at)`,
    )
    .run({ ...logged, detail: JSON.stringify(logged.detail) });
}

/** `pending`: recorded calls of the session that are not processed yet. */
export function logStop(store: Store, sessionId: string, at: number, pending: number): void {
  store
    .query(
      "INSERT INTO event_log (session_id, event, pending, at) VALUES ($sessionId, 'Stop', $pending, $at)",
    )
    .run({ sessionId, pending, at });
}

/** Stops whose tokens are not known yet. */
export function stopsWithoutTokens(store: Store, sessionId: string): { id: number; at: number }[] {
  return store
    .query(
      "SELECT id, at FROM event_log WHERE session_id = $sessionId AND event = 'Stop' AND tokens IS NULL ORDER BY id",
    )
    .all({ sessionId }) as { id: number; at: number }[];
}

export function saveTokens(store: Store, id: number, tokens: number): void {
  store.query("UPDATE event_log SET tokens = $tokens WHERE id = $id").run({ id, tokens });
}
