// What recall asks of the recorded work. Each query is bounded, whatever the store holds.
import type { Store } from "../../store/open.ts";

const POSTINGS = {
  observation: `SELECT json_group_array(rowid) AS ids FROM (SELECT rowid FROM observations_fts
    WHERE observations_fts MATCH $match ORDER BY rowid DESC LIMIT $most)`,
  session: `SELECT json_group_array(rowid) AS ids FROM (SELECT rowid FROM session_summaries_fts
    WHERE session_summaries_fts MATCH $match ORDER BY rowid DESC LIMIT $most)`,
  memory: `SELECT json_group_array(rowid) AS ids FROM (SELECT rowid FROM memories_fts
    WHERE memories_fts MATCH $match ORDER BY rowid DESC LIMIT $most)`,
} as const;

/** Rows that have this word, whatever its ending, newest first. */
export function rowsWithWord(
  store: Store,
  source: keyof typeof POSTINGS,
  word: string,
  most: number,
): number[] {
  // As one text: a thousand rows one by one take longer than reading it.
  const { ids } = store.query(POSTINGS[source]).get({ match: `"${word}"`, most }) as { ids: string };
  return JSON.parse(ids) as number[];
}

/** Local time, made here: JavaScript needs four milliseconds to find out which time zone it is in. */
export function localTime(column: string): string {
  return `strftime('%Y-%m-%d %H:%M', ${column} / 1000, 'unixepoch', 'localtime')`;
}

export interface RecallRow {
  id: number;
  /** The name by which receipts know it. */
  item: string;
  source: "observation" | "session" | "memory";
  kind: string;
  title: string;
  summary: string;
  session_id: string;
  at: number;
  /** Such as 2026-01-31 12:00. */
  time: string;
}

interface Among {
  /** Row ids. */
  ids: readonly number[];
  projectKey: string;
  /** The session that asks: its own work is no news, and nothing is told it twice. */
  sessionId: string;
}

// The ids come first, whatever the planner thinks: going through a large project instead takes long.
const UNTOLD = `NOT EXISTS (SELECT 1 FROM recall_items i
  WHERE i.session_id = $sessionId AND i.source = $source AND i.item_id = item)`;

/** A failure that was fixed is told by its fix; what our own commands printed was told before. */
export function observationsAmong(store: Store, among: Among): RecallRow[] {
  return store
    .query(
      `SELECT o.id, CAST(o.id AS TEXT) AS item, 'observation' AS source, kind, title, summary, session_id, at,
         ${localTime("at")} AS time
       FROM json_each($ids) j CROSS JOIN observations o ON o.id = j.value
       WHERE project_key = $projectKey
         AND session_id <> $sessionId AND (kind <> 'failure' OR fixed_by IS NULL)
         AND title NOT GLOB 'Ran holdfast *' AND ${UNTOLD}`,
    )
    .all({ ...bind(among), source: "observation" }) as RecallRow[];
}

export function sessionsAmong(store: Store, among: Among): RecallRow[] {
  return store
    .query(
      `SELECT m.id, session_id AS item, 'session' AS source, 'session' AS kind, request AS title, text AS summary,
         session_id, at, ${localTime("at")} AS time
       FROM json_each($ids) j CROSS JOIN session_summaries m ON m.id = j.value
       WHERE project_key = $projectKey
         AND session_id <> $sessionId AND ${UNTOLD}`,
    )
    .all({ ...bind(among), source: "session" }) as RecallRow[];
}

function bind({ ids, projectKey, sessionId }: Among) {
  return { ids: JSON.stringify(ids), projectKey, sessionId };
}

/** The newest of the store, for about how many there are. */
export function newestSummary(store: Store): number {
  const row = store.query("SELECT max(id) AS id FROM session_summaries").get() as { id: number | null };
  return row.id ?? 0;
}

export interface PastSession {
  session_id: string;
  started_at: number;
  last_seen_at: number;
  /** The same, such as 2026-01-31 12:00. */
  last_seen: string;
  ended_at: number | null;
  end_reason: string | null;
  /** What was asked first. */
  request: string;
  /** JSON: the parts of its summary; null when there is none yet. */
  detail: string | null;
}

/** Sessions of the project in which something was asked, newest first, beside the one given. */
export function pastSessions(
  store: Store,
  { projectKey, sessionId }: { projectKey: string; sessionId: string },
  most: number,
): PastSession[] {
  return store
    .query(
      `SELECT s.session_id, s.started_at, s.last_seen_at, ${localTime("s.last_seen_at")} AS last_seen, s.ended_at, s.end_reason,
         coalesce(m.request, s.original_request) AS request, m.detail
       FROM sessions s LEFT JOIN session_summaries m ON m.session_id = s.session_id
       WHERE s.project_key = $projectKey AND s.session_id <> $sessionId
         AND coalesce(m.request, s.original_request, '') <> ''
       ORDER BY s.last_seen_at DESC LIMIT $most`,
    )
    .all({ projectKey, sessionId, most }) as PastSession[];
}
