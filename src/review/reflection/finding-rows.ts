// The findings of reflections, one row for each project and fingerprint, and what the person decided about them.
import type { Store } from "../../store/open.ts";
import type { Pattern } from "./reflection.ts";

export interface FindingRow {
  id: number;
  project_key: string;
  fingerprint: string;
  pattern_id: string;
  title: string;
  /** JSON: the pattern of the last reflection that found it. */
  pattern: string;
  /** Accepted: acted on, as `outcome` says. Dismissed: not to be shown again. */
  status: "new" | "accepted" | "dismissed";
  outcome: string | null;
  /** The last session it was found in. */
  session_id: string;
  /** In how many sessions it was found. */
  sessions: number;
  first_at: number;
  last_at: number;
  decided_at: number | null;
}

/** A finding that was decided on stays decided. */
export function upsertFinding(
  store: Store,
  pattern: Pattern,
  found: { projectKey: string; sessionId: string; at: number },
): void {
  const { id: patternId, fingerprint, title } = pattern;
  store
    .query(
      `INSERT INTO findings (project_key, fingerprint, pattern_id, title, pattern, session_id, first_at, last_at)
       VALUES ($projectKey, $fingerprint, $patternId, $title, $pattern, $sessionId, $at, $at)
       ON CONFLICT (project_key, fingerprint) DO UPDATE SET
         title = $title, pattern = $pattern, last_at = $at,
         sessions = sessions + (session_id <> $sessionId), session_id = $sessionId`,
    )
    .run({ ...found, patternId, fingerprint, title, pattern: JSON.stringify(pattern) });
}

/** Newest first. */
export function listFindings(store: Store, projectKey: string, status: FindingRow["status"]): FindingRow[] {
  return store
    .query(
      "SELECT * FROM findings WHERE project_key = $projectKey AND status = $status ORDER BY last_at DESC, id",
    )
    .all({ projectKey, status }) as FindingRow[];
}

export function findFinding(store: Store, id: number): FindingRow | null {
  return store.query("SELECT * FROM findings WHERE id = $id").get({ id }) as FindingRow | null;
}

/** Found last in one of these sessions, or part of one of their reflections. */
export function findingsOfSessions(store: Store, sessions: readonly string[]): FindingRow[] {
  const among = "session_id IN (SELECT value FROM json_each($list))";
  return store
    .query(
      `SELECT * FROM findings WHERE ${among} OR (project_key, fingerprint) IN (
         SELECT r.project_key, p.value ->> 'fingerprint'
         FROM reflections r, json_each(iif(json_valid(r.patterns), r.patterns, '[]')) p WHERE r.${among})`,
    )
    .all({ list: JSON.stringify(sessions) }) as FindingRow[];
}

export function decideFinding(
  store: Store,
  id: number,
  decision: { status: FindingRow["status"]; outcome: string | null; at: number },
): void {
  store
    .query("UPDATE findings SET status = $status, outcome = $outcome, decided_at = $at WHERE id = $id")
    .run({ id, ...decision });
}
