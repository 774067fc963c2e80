// The inbox: what triage found, and what became of it.
import type { Store } from "../../store/open.ts";

export type CandidateStatus = "new" | "accepted" | "edited" | "rejected" | "ignored";

export interface CandidateRow {
  id: number;
  fingerprint: string;
  /** Empty where the project is not known. */
  project_key: string;
  session_id: string;
  category: string;
  title: string;
  score: number;
  /** Who said it first of all: user, claude or tool. */
  who: string;
  /** JSON: `{ line, who, why }[]`. */
  evidence: string;
  /** JSON: ids of the patterns that fired. */
  patterns: string;
  status: CandidateStatus;
  memory_id: string | null;
  /** When Claude was asked to save it. */
  asked_at: number | null;
  found_at: number;
  settled_at: number | null;
}

export type NewCandidate = Omit<
  CandidateRow,
  "id" | "status" | "memory_id" | "asked_at" | "found_at" | "settled_at"
> & { at: number };

/** True when it is new. The same evidence is recorded once ever; while nobody has settled it, it may grow. */
export function recordCandidate(store: Store, { at, ...candidate }: NewCandidate): boolean {
  const { changes } = store
    .query(
      `INSERT INTO candidates (fingerprint, project_key, session_id, category, title, score, who, evidence, patterns, found_at)
       VALUES ($fingerprint, $project_key, $session_id, $category, $title, $score, $who, $evidence, $patterns, $at)
       ON CONFLICT (project_key, fingerprint) DO NOTHING`,
    )
    .run({ ...candidate, at });
  if (changes > 0) return true;
  const { fingerprint, project_key, title, score, evidence, patterns } = candidate;
  store
    .query(
      `UPDATE candidates SET title = $title, score = $score, evidence = $evidence, patterns = $patterns
       WHERE project_key = $project_key AND fingerprint = $fingerprint AND status = 'new' AND score < $score`,
    )
    .run({ fingerprint, project_key, title, score, evidence, patterns });
  return false;
}

/** The strongest first. Without a project: every one. */
export function listCandidates(
  store: Store,
  { projectKey, status, limit }: { projectKey: string | null; status: CandidateStatus; limit: number },
): CandidateRow[] {
  return store
    .query(
      `SELECT * FROM candidates WHERE status = $status AND ($projectKey IS NULL OR project_key = $projectKey)
       ORDER BY score DESC, id LIMIT $limit`,
    )
    .all({ projectKey, status, limit }) as CandidateRow[];
}

export function countNewCandidates(store: Store, projectKey: string): number {
  const row = store
    .query("SELECT count(*) AS n FROM candidates WHERE project_key = $projectKey AND status = 'new'")
    .get({ projectKey }) as { n: number };
  return row.n;
}

/** Found before this time, and nobody has answered. */
export function newCandidatesBefore(store: Store, at: number): Pick<CandidateRow, "id" | "patterns">[] {
  return store
    .query("SELECT id, patterns FROM candidates WHERE status = 'new' AND found_at < $at LIMIT 500")
    .all({ at }) as Pick<CandidateRow, "id" | "patterns">[];
}

export function findCandidate(store: Store, id: number): CandidateRow | null {
  return store.query("SELECT * FROM candidates WHERE id = $id").get({ id }) as CandidateRow | null;
}

/** False when somebody has settled it before. */
export function settleCandidate(
  store: Store,
  { id, status, memoryId, at }: { id: number; status: CandidateStatus; memoryId: string | null; at: number },
): boolean {
  const settle = store.query(
    `UPDATE candidates SET status = $status, memory_id = $memoryId, settled_at = $at
     WHERE id = $id AND status = 'new'`,
  );
  return settle.run({ id, status, memoryId, at }).changes > 0;
}

export interface SettledCount {
  category: string;
  waiting: number;
  accepted: number;
  edited: number;
  rejected: number;
  ignored: number;
}

export function countSettled(store: Store, projectKey: string): SettledCount[] {
  const count = (status: CandidateStatus) => `count(*) FILTER (WHERE status = '${status}')`;
  return store
    .query(
      `SELECT category, ${count("new")} AS waiting, ${count("accepted")} AS accepted, ${count("edited")} AS edited,
         ${count("rejected")} AS rejected, ${count("ignored")} AS ignored
       FROM candidates WHERE project_key = $projectKey GROUP BY category ORDER BY category`,
    )
    .all({ projectKey }) as SettledCount[];
}
