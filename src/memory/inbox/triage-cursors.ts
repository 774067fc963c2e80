// How far a transcript was looked through, and what the next look must still know.
import type { Store } from "../../store/open.ts";

export interface TriageCursorRow {
  /** A hash of the transcript's path. */
  file: string;
  offset: number;
  guard: string;
  /** JSON: calls whose results were not written yet. */
  open_calls: string;
  read_at: number;
}

export function findTriageCursor(store: Store, file: string): TriageCursorRow | null {
  return store
    .query("SELECT * FROM triage_cursors WHERE file = $file")
    .get({ file }) as TriageCursorRow | null;
}

export function saveTriageCursor(store: Store, cursor: TriageCursorRow): void {
  store
    .query(
      `INSERT OR REPLACE INTO triage_cursors (file, offset, guard, open_calls, read_at)
       VALUES ($file, $offset, $guard, $open_calls, $read_at)`,
    )
    .run({ ...cursor });
}

export function findTriageState(store: Store, file: string): string | null {
  const row = store.query("SELECT state FROM triage_states WHERE file = $file").get({ file });
  return (row as { state: string } | null)?.state ?? null;
}

export function saveTriageState(store: Store, file: string, sessionId: string, state: string): void {
  store
    .query(
      "INSERT OR REPLACE INTO triage_states (file, session_id, state) VALUES ($file, $sessionId, $state)",
    )
    .run({ file, sessionId, state });
}

export interface TriageSession {
  session_id: string;
  project_dir: string | null;
  project_key: string | null;
  transcript_path: string;
}

/** The sessions heard of last: one that was killed is found here too. History that was read in later is not news. */
export function sessionsToTriage(store: Store, since: number, limit: number): TriageSession[] {
  return store
    .query(
      `SELECT session_id, project_dir, project_key, transcript_path FROM sessions
       WHERE transcript_path IS NOT NULL AND source IS NOT 'ingest' AND last_seen_at >= $since ORDER BY last_seen_at DESC LIMIT $limit`,
    )
    .all({ since, limit }) as TriageSession[];
}
