// What is counted of memories, and which doubtful ones a person vouched for. Lives in the index only.
import type { Store } from "../../store/open.ts";

/** Memories that a session was given, and when. */
export function givenMemories(store: Store, sessionId: string): { memoryId: string; at: number }[] {
  return store
    .query(
      `SELECT i.item_id AS memoryId, r.at FROM recall_items i JOIN recall_receipts r ON r.id = i.receipt_id
       WHERE i.session_id = $sessionId AND i.source = 'memory'`,
    )
    .all({ sessionId }) as { memoryId: string; at: number }[];
}

/** What a session did after a moment. */
export function workAfter(
  store: Store,
  sessionId: string,
  at: number,
): { title: string; summary: string; files: string[] }[] {
  const rows = store
    .query(
      `SELECT title, summary, files FROM observations WHERE session_id = $sessionId AND at >= $at
       ORDER BY at, id LIMIT 2000`,
    )
    .all({ sessionId, at }) as { title: string; summary: string; files: string }[];
  return rows.map((row) => ({ ...row, files: JSON.parse(row.files) as string[] }));
}

export interface Outcome {
  sessionId: string;
  projectKey: string;
  memoryId: string;
  /** null: nothing of it came up so far. */
  how: string | null;
  at: number;
}

/** One a session; what was of use once stays so. */
export function saveOutcome(store: Store, { sessionId, projectKey, memoryId, how, at }: Outcome): void {
  store
    .query(
      `INSERT INTO memory_outcomes (session_id, project_key, memory_id, used, how, at)
       VALUES ($sessionId, $projectKey, $memoryId, $how IS NOT NULL, $how, $at)
       ON CONFLICT DO UPDATE SET used = max(used, excluded.used), how = coalesce(how, excluded.how)`,
    )
    .run({ sessionId, projectKey, memoryId, how, at });
  store
    .query(
      `INSERT INTO memory_usage (project_key, memory_id, injected, used, last_injected_at)
       SELECT project_key, memory_id, count(*), sum(used), max(at) FROM memory_outcomes
       WHERE project_key = $projectKey AND memory_id = $memoryId GROUP BY project_key, memory_id
       ON CONFLICT DO UPDATE SET injected = excluded.injected, used = excluded.used,
         last_injected_at = excluded.last_injected_at`,
    )
    .run({ projectKey, memoryId });
}

export interface Usage {
  memory_id: string;
  injected: number;
  used: number;
}

/** Memories that sessions were given, the most useful first. */
export function listUsage(store: Store, projectKey: string): Usage[] {
  return store
    .query(
      `SELECT memory_id, injected, used FROM memory_usage WHERE project_key IN ($projectKey, '') AND injected > 0
       ORDER BY used DESC, injected DESC, memory_id`,
    )
    .all({ projectKey }) as Usage[];
}

/** A person has read the text and says that it may be given to sessions, as it stands now. */
export function vouchFor(store: Store, projectKey: string, memoryId: string, hash: string): void {
  store
    .query(
      `INSERT INTO memory_usage (project_key, memory_id, trusted_hash) VALUES ($projectKey, $memoryId, $hash)
       ON CONFLICT DO UPDATE SET trusted_hash = $hash`,
    )
    .run({ projectKey, memoryId, hash });
}

export function vouchedHash(store: Store, projectKey: string, memoryId: string): string | null {
  const row = store
    .query("SELECT trusted_hash FROM memory_usage WHERE project_key = $projectKey AND memory_id = $memoryId")
    .get({ projectKey, memoryId }) as { trusted_hash: string | null } | null;
  return row?.trusted_hash ?? null;
}
