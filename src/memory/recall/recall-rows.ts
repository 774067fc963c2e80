// The queries of recall. Each is bounded, whatever the store holds.
import type { Store } from "../../store/open.ts";

const TEXT_INDEXES = {
  observation: "observations_fts",
  session: "session_summaries_fts",
  memory: "memories_fts",
} as const;

/** Rows with this word, whatever its ending, newest first. */
export function rowsWithWord(
  store: Store,
  source: keyof typeof TEXT_INDEXES,
  word: string,
  max: number,
): number[] {
  const index = TEXT_INDEXES[source];
  // As one JSON text: reading a thousand rows one by one takes longer.
  const { ids } = store
    .query(
      `SELECT json_group_array(rowid) AS ids FROM (SELECT rowid FROM ${index}
         WHERE ${index} MATCH $match ORDER BY rowid DESC LIMIT $max)`,
    )
    .get({ match: `"${word}"`, max }) as { ids: string };
  return JSON.parse(ids) as number[];
}

/** Local time by SQLite: JavaScript needs four milliseconds to find out its time zone. */
export function localTime(column: string): string {
  return `strftime('%Y-%m-%d %H:%M', ${column} / 1000, 'unixepoch', 'localtime')`;
}

export interface RecallRow {
  id: number;
  /** Its id in receipts. */
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
  /** The session that gets them: its own work is no news, and nothing is given twice. */
  sessionId: string;
}

const NOT_GIVEN = `NOT EXISTS (SELECT 1 FROM recall_items i
  WHERE i.session_id = $sessionId AND i.source = $source AND i.item_id = item)`;

/**
 * Without failures that were fixed, which their fix describes, and without our own commands. The ids come first in the
 * join: going through a large project takes long.
 */
export function observationsAmong(store: Store, among: Among): RecallRow[] {
  return store
    .query(
      `SELECT o.id, CAST(o.id AS TEXT) AS item, 'observation' AS source, kind, title, summary, session_id, at,
         ${localTime("at")} AS time
       FROM json_each($ids) j CROSS JOIN observations o ON o.id = j.value
       WHERE project_key = $projectKey
         AND session_id <> $sessionId AND (kind <> 'failure' OR fixed_by IS NULL)
         AND title NOT GLOB 'Ran holdfast *' AND ${NOT_GIVEN}`,
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
         AND session_id <> $sessionId AND ${NOT_GIVEN}`,
    )
    .all({ ...bind(among), source: "session" }) as RecallRow[];
}

function bind({ ids, projectKey, sessionId }: Among) {
  return { ids: JSON.stringify(ids), projectKey, sessionId };
}

/** About how many rows there are, without counting them. */
export function newestId(store: Store, table: "session_summaries" | "memories"): number {
  const row = store.query(`SELECT max(id) AS id FROM ${table}`).get() as { id: number | null };
  return row.id ?? 0;
}

export interface EarlierSession {
  session_id: string;
  started_at: number;
  last_seen_at: number;
  /** Such as 2026-01-31 12:00. */
  last_seen: string;
  ended_at: number | null;
  end_reason: string | null;
  /** What was asked first. */
  request: string;
  /** JSON of its `SessionSummary`; null when there is none yet. */
  detail: string | null;
}

/** Other sessions of the project in which something was asked, newest first. */
export function earlierSessions(
  store: Store,
  { projectKey, sessionId }: { projectKey: string; sessionId: string },
  max: number,
): EarlierSession[] {
  return store
    .query(
      `SELECT s.session_id, s.started_at, s.last_seen_at, ${localTime("s.last_seen_at")} AS last_seen, s.ended_at, s.end_reason,
         coalesce(m.request, s.original_request) AS request, m.detail
       FROM sessions s LEFT JOIN session_summaries m ON m.session_id = s.session_id
       WHERE s.project_key = $projectKey AND s.session_id <> $sessionId
         AND coalesce(m.request, s.original_request, '') <> ''
       ORDER BY s.last_seen_at DESC LIMIT $max`,
    )
    .all({ projectKey, sessionId, max }) as EarlierSession[];
}
