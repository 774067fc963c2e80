import type { Store } from "../../store/open.ts";

/** How far a transcript was read, and how many tool calls were counted since the first look. */
export interface ToolCountRow {
  cursor: number;
  count: number;
}

export function toolCount(store: Store, sessionId: string, agent: string): ToolCountRow | null {
  return store
    .query("SELECT cursor, count FROM tool_counts WHERE session_id = $sessionId AND agent = $agent")
    .get({ sessionId, agent }) as ToolCountRow | null;
}

export function saveToolCount(store: Store, sessionId: string, agent: string, row: ToolCountRow): void {
  store
    .query(
      `INSERT INTO tool_counts (session_id, agent, cursor, count) VALUES ($sessionId, $agent, $cursor, $count)
       ON CONFLICT (session_id, agent) DO UPDATE SET cursor = $cursor, count = $count`,
    )
    .run({ sessionId, agent, cursor: row.cursor, count: row.count });
}
