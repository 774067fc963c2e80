// Which candidates Claude was asked to save: each at most once ever.
import { type Store, sqliteCode } from "../../store/open.ts";
import type { CandidateRow } from "./candidates.ts";

const WAIT_MS = 200;

export type OpenCandidate = Pick<
  CandidateRow,
  "id" | "fingerprint" | "category" | "title" | "score" | "who" | "evidence" | "patterns"
>;

/** What a session brought up and nobody has answered or was asked about, the strongest first. */
export function openCandidates(
  store: Store,
  { projectKey, sessionId, limit }: { projectKey: string; sessionId: string; limit: number },
): OpenCandidate[] {
  return store
    .query(
      `SELECT id, fingerprint, category, title, score, who, evidence, patterns FROM candidates
       WHERE session_id = $sessionId AND project_key = $projectKey AND status = 'new' AND asked_at IS NULL
       ORDER BY score DESC, id LIMIT $limit`,
    )
    .all({ projectKey, sessionId, limit }) as OpenCandidate[];
}

export type AskedCandidate = Pick<CandidateRow, "category" | "title" | "session_id">;

/** What Claude was asked about last, in any session of the project. */
export function askedCandidates(store: Store, projectKey: string, limit: number): AskedCandidate[] {
  return store
    .query(
      `SELECT category, title, session_id FROM candidates
       WHERE project_key = $projectKey AND asked_at IS NOT NULL ORDER BY asked_at DESC LIMIT $limit`,
    )
    .all({ projectKey, limit }) as AskedCandidate[];
}

export function lastAskedAt(store: Store, sessionId: string): number | null {
  const row = store
    .query("SELECT max(asked_at) AS at FROM candidates WHERE session_id = $sessionId")
    .get({ sessionId }) as { at: number | null };
  return row.at;
}

/**
 * Those among them that nobody has answered and nobody was asked about, with the right to mark them. None while another
 * process writes there: to fail later would take the whole of a stop's record with it.
 */
export function lockOpenCandidates(store: Store, ids: readonly number[]): number[] {
  if (!takeWriteLock(store)) return [];
  const find = store.query("SELECT 1 FROM candidates WHERE id = $id AND status = 'new' AND asked_at IS NULL");
  return ids.filter((id) => find.get({ id }) !== null);
}

/** Does not wait long: who asks holds the ledger. */
function takeWriteLock(store: Store): boolean {
  const { timeout } = store.query("PRAGMA busy_timeout").get() as { timeout: number };
  store.run(`PRAGMA busy_timeout = ${Math.min(timeout, WAIT_MS)}`);
  try {
    store.run("UPDATE candidates SET asked_at = asked_at WHERE 0");
    return true;
  } catch (error) {
    if (sqliteCode(error).startsWith("SQLITE_BUSY")) return false;
    throw error;
  } finally {
    store.run(`PRAGMA busy_timeout = ${timeout}`);
  }
}

export function markAsked(store: Store, ids: readonly number[], at: number): void {
  const mark = store.query("UPDATE candidates SET asked_at = $at WHERE id = $id");
  for (const id of ids) mark.run({ id, at });
}
