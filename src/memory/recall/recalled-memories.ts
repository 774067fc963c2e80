// Memories as prompt recall asks for them: among rows that have its words, those this session was not given yet.
import type { Store } from "../../store/open.ts";
import { localTime, type RecallRow } from "./recall-rows.ts";

export interface RecalledMemory extends RecallRow {
  source: "memory";
  category: string;
  who: string;
  confidence: number;
  updated_at: number;
  injected: number;
  used: number;
}

export function memoriesAmong(
  store: Store,
  { ids, projectKey, sessionId }: { ids: readonly number[]; projectKey: string; sessionId: string },
): RecalledMemory[] {
  return store
    .query(
      `SELECT m.id, m.memory_id AS item, 'memory' AS source, m.title, m.body AS summary,
         lower(replace(m.category, '_', ' ')) || ', said by ' || CASE m.who WHEN 'user' THEN 'the user'
           WHEN 'claude' THEN 'Claude' WHEN 'web' THEN 'a web page, by nobody here'
           ELSE 'a tool, by nobody here' END AS kind,
         coalesce(m.source_session, '') AS session_id, m.updated_at AS at,
         ${localTime("m.updated_at")} AS time, m.category, m.who, m.confidence, m.updated_at,
         coalesce(u.injected, 0) AS injected, coalesce(u.used, 0) AS used
       FROM memories m
       LEFT JOIN memory_usage u ON u.project_key = m.project_key AND u.memory_id = m.memory_id
       WHERE m.id IN (SELECT value FROM json_each($ids)) AND m.project_key IN ($projectKey, '')
         AND m.status = 'active' AND m.source_session IS NOT $sessionId
         AND NOT EXISTS (SELECT 1 FROM recall_items i
           WHERE i.session_id = $sessionId AND i.source = 'memory' AND i.item_id = m.memory_id)
       GROUP BY m.project_key, m.memory_id`,
    )
    .all({ ids: JSON.stringify(ids), projectKey, sessionId }) as RecalledMemory[];
}

/** The newest row, for about how many there are. */
export function newestMemory(store: Store): number {
  const row = store.query("SELECT max(id) AS id FROM memories").get() as { id: number | null };
  return row.id ?? 0;
}
