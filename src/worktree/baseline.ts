import type { Store } from "../store/open.ts";

export interface StartRequest {
  sessionId: string;
  projectDir: string;
  at: number;
}

/** A process that was to take the state and died is not waited for longer. */
const RETRY_MS = 60_000;

/** True for the one who is to take the state; it is taken once, and kept when a session goes on. */
export function claimStart(store: Store, { sessionId, projectDir, at }: StartRequest): boolean {
  return (
    store
      .query(
        `INSERT INTO session_starts (session_id, project_dir, requested_at) VALUES ($sessionId, $projectDir, $at)
         ON CONFLICT (session_id) DO UPDATE SET requested_at = $at
           WHERE tree IS NULL AND requested_at < $at - ${RETRY_MS}`,
      )
      .run({ sessionId, projectDir, at }).changes > 0
  );
}

/** A state that is there already stays: the first one is the start. */
export function saveStart(store: Store, { sessionId, projectDir, at }: StartRequest, tree: string): void {
  store
    .query(
      `INSERT INTO session_starts (session_id, project_dir, requested_at, tree)
         VALUES ($sessionId, $projectDir, $at, $tree)
       ON CONFLICT (session_id) DO UPDATE SET tree = $tree WHERE session_starts.tree IS NULL`,
    )
    .run({ sessionId, projectDir, at, tree });
}

/** Somebody takes it or has taken it: nothing is to be done. */
export function isStartKept(store: Store, sessionId: string, now: number): boolean {
  const row = store
    .query("SELECT tree IS NOT NULL AS kept, requested_at FROM session_starts WHERE session_id = $sessionId")
    .get({ sessionId }) as { kept: number; requested_at: number } | null;
  return row !== null && (row.kept === 1 || now - row.requested_at <= RETRY_MS);
}

/** The encoded state; null when it is not there, or not yet. */
export function startOf(store: Store, sessionId: string): { tree: string; at: number } | null {
  return store
    .query(
      `SELECT tree, requested_at AS at FROM session_starts
       WHERE session_id = $sessionId AND tree IS NOT NULL`,
    )
    .get({ sessionId }) as { tree: string; at: number } | null;
}

/** Forgets what is older; the sessions, for whoever removes their files. */
export function dropStartsBefore(store: Store, before: number): string[] {
  const rows = store
    .query("DELETE FROM session_starts WHERE requested_at < $before RETURNING session_id")
    .all({ before }) as { session_id: string }[];
  return rows.map((row) => row.session_id);
}
