// Which candidates Claude was asked to save (each at most once), and people's feedback on patterns.
import { type Store, sqliteCode } from "../../store/open.ts";
import type { CandidateRow } from "./candidates.ts";
import type { Weights } from "./choose-prompts.ts";

const WAIT_MS = 200;

type PromptedCandidate = Pick<CandidateRow, "category" | "title" | "session_id">;

/** The candidates that Claude was last asked about, in any session of the project. */
export function listPromptedCandidates(store: Store, projectKey: string, limit: number): PromptedCandidate[] {
  return store
    .query(
      `SELECT category, title, session_id FROM candidates
       WHERE project_key = $projectKey AND asked_at IS NOT NULL ORDER BY asked_at DESC LIMIT $limit`,
    )
    .all({ projectKey, limit }) as PromptedCandidate[];
}

export function findLastAskedAt(store: Store, sessionId: string): number | null {
  const row = store
    .query("SELECT max(asked_at) AS at FROM candidates WHERE session_id = $sessionId")
    .get({ sessionId }) as { at: number | null };
  return row.at;
}

/**
 * Takes the write lock and returns those of the candidates that are still open. Returns none while another process writes:
 * a later failure would lose the whole record of the stop.
 */
export function lockOpenCandidates(store: Store, ids: readonly number[]): number[] {
  if (!takeWriteLock(store)) return [];
  const find = store.query("SELECT 1 FROM candidates WHERE id = $id AND status = 'new' AND asked_at IS NULL");
  return ids.filter((id) => find.get({ id }) !== null);
}

/** Waits only briefly, because the caller holds the ledger's lock. */
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

const MIN_WEIGHT = 0.25;
/** Added to the accepted candidates, so that a single rejection changes little. */
const PRIOR_ACCEPTED = 4;

interface PatternFeedback {
  pattern: string;
  accepted: number;
  edited: number;
  rejected: number;
  ignored: number;
}

export function noteFeedback(
  store: Store,
  patterns: readonly string[],
  status: keyof Omit<PatternFeedback, "pattern">,
): void {
  // The column is one of four fixed names.
  const insert = store.query(
    `INSERT INTO pattern_feedback (pattern, ${status}) VALUES ($pattern, 1)
     ON CONFLICT (pattern) DO UPDATE SET ${status} = ${status} + 1`,
  );
  for (const pattern of patterns) insert.run({ pattern });
}

export function listFeedback(store: Store): PatternFeedback[] {
  return store.query("SELECT * FROM pattern_feedback ORDER BY pattern").all() as PatternFeedback[];
}

/** Rejected patterns count less, but never nothing: five rejections in a row leave 0.44. */
export function patternWeights(feedback: readonly PatternFeedback[]): Weights {
  return Object.fromEntries(
    feedback.map(({ pattern, accepted, edited, rejected }) => {
      const kept = accepted + edited + PRIOR_ACCEPTED;
      return [pattern, Math.max(MIN_WEIGHT, kept / (kept + rejected))];
    }),
  );
}
