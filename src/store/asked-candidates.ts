// Which candidates Claude was asked to save: each at most once ever.
import type { CandidateRow } from "./candidates.ts";
import type { Store } from "./open.ts";

export type Unasked = Pick<
  CandidateRow,
  "id" | "fingerprint" | "category" | "title" | "score" | "who" | "evidence"
>;

/** What a session brought up and nobody has answered or was asked about, the strongest first. */
export function unaskedCandidates(
  store: Store,
  { projectKey, sessionId, limit }: { projectKey: string; sessionId: string; limit: number },
): Unasked[] {
  return store
    .query(
      `SELECT id, fingerprint, category, title, score, who, evidence FROM candidates
       WHERE session_id = $sessionId AND project_key = $projectKey AND status = 'new' AND asked_at IS NULL
       ORDER BY score DESC, id LIMIT $limit`,
    )
    .all({ projectKey, sessionId, limit }) as Unasked[];
}

export type Asked = Pick<CandidateRow, "category" | "title" | "session_id">;

/** What Claude was asked about last, in any session of the project. */
export function askedCandidates(store: Store, projectKey: string, limit: number): Asked[] {
  return store
    .query(
      `SELECT category, title, session_id FROM candidates
       WHERE project_key = $projectKey AND asked_at IS NOT NULL ORDER BY asked_at DESC LIMIT $limit`,
    )
    .all({ projectKey, limit }) as Asked[];
}

export function lastAskOf(store: Store, sessionId: string): number | null {
  const row = store
    .query("SELECT max(asked_at) AS at FROM candidates WHERE session_id = $sessionId")
    .get({ sessionId }) as { at: number | null };
  return row.at;
}

/** Those among them that nobody has answered and nobody was asked about. */
export function stillUnasked(store: Store, ids: readonly number[]): number[] {
  const find = store.query("SELECT 1 FROM candidates WHERE id = $id AND status = 'new' AND asked_at IS NULL");
  return ids.filter((id) => find.get({ id }) !== null);
}

export function markAsked(store: Store, ids: readonly number[], at: number): void {
  const mark = store.query("UPDATE candidates SET asked_at = $at WHERE id = $id");
  for (const id of ids) mark.run({ id, at });
}
