// The inbox: candidates found by triage, and how they were settled.
import { inTransaction, readMeta, type Store, writeMeta } from "../../store/open.ts";

/**
 * - said: what else the person said, kept below the inbox and not counted in it
 * - duplicate: right, but known already, so it says nothing against what found it
 */
export type CandidateStatus = "new" | "said" | "accepted" | "edited" | "rejected" | "ignored" | "duplicate";

export interface CandidateRow {
  id: number;
  fingerprint: string;
  /** Empty when the project is unknown. */
  project_key: string;
  session_id: string;
  category: string;
  title: string;
  /** Of mode "ask"; 0 for what was found otherwise. */
  score: number;
  /** Who said it first: user, claude or tool. */
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
> & { at: number; status?: "new" | "said" };

/** The same evidence is recorded only once; until settled, its session may update it. False when nothing was recorded. */
export function recordCandidate(store: Store, { status = "new", ...candidate }: NewCandidate): boolean {
  const { changes } = store
    .query(
      `INSERT INTO candidates (fingerprint, project_key, session_id, category, title, score, who, evidence, patterns, status, found_at)
       VALUES ($fingerprint, $project_key, $session_id, $category, $title, $score, $who, $evidence, $patterns, $status, $at)
       ON CONFLICT (project_key, fingerprint) DO UPDATE
         SET title = $title, score = $score, evidence = $evidence, patterns = $patterns, status = $status
         WHERE session_id = $session_id AND status IN ('new', 'said')`,
    )
    .run({ ...candidate, status });
  return changes > 0;
}

export interface CandidateFilter {
  /** null: every project. */
  projectKey: string | null;
  status: CandidateStatus;
  /** Only candidates with all of these words in the title or evidence. */
  words?: readonly string[];
  limit: number;
}

/** By session, the last one first; in it, in the order in which it was found. */
export function listCandidates(
  store: Store,
  { projectKey, status, words = [], limit }: CandidateFilter,
): CandidateRow[] {
  return store
    .query(
      `SELECT * FROM candidates WHERE status = $status AND ($projectKey IS NULL OR project_key = $projectKey)
         AND NOT EXISTS (SELECT 1 FROM json_each($words) WHERE instr(lower(title || ' ' || evidence), value) = 0)
       ORDER BY max(id) OVER (PARTITION BY session_id) DESC, id LIMIT $limit`,
    )
    .all({
      projectKey,
      status,
      words: JSON.stringify(words.map((word) => word.toLowerCase())),
      limit,
    }) as CandidateRow[];
}

/** In any status. */
export function listSessionCandidates(store: Store, projectKey: string, sessionId: string): CandidateRow[] {
  return store
    .query("SELECT * FROM candidates WHERE session_id = $sessionId AND project_key = $projectKey ORDER BY id")
    .all({ projectKey, sessionId }) as CandidateRow[];
}

interface OfSession {
  projectKey: string;
  sessionId: string;
}

/** The fingerprints that another session of the project has. */
export function findInOtherSessions(
  store: Store,
  { projectKey, sessionId }: OfSession,
  fingerprints: readonly string[],
): string[] {
  const rows = store
    .query(
      `SELECT fingerprint FROM candidates WHERE project_key = $projectKey AND session_id <> $sessionId
         AND fingerprint IN (SELECT value FROM json_each($fingerprints))`,
    )
    .all({ projectKey, sessionId, fingerprints: JSON.stringify(fingerprints) });
  return (rows as { fingerprint: string }[]).map(({ fingerprint }) => fingerprint);
}

/** What the person wished in other sessions of the project, the first time first. */
export function listOtherWishes(store: Store, { projectKey, sessionId }: OfSession): CandidateRow[] {
  return store
    .query(
      `SELECT * FROM candidates WHERE project_key = $projectKey AND session_id <> $sessionId
         AND status = 'said' AND patterns = '["wish"]' ORDER BY id`,
    )
    .all({ projectKey, sessionId }) as CandidateRow[];
}

/** The number of a candidate that is new and that Claude was not asked about. */
export function findOpenCandidate(
  store: Store,
  key: Pick<CandidateRow, "project_key" | "session_id" | "fingerprint">,
): number | null {
  const row = store
    .query(
      `SELECT id FROM candidates WHERE project_key = $project_key AND session_id = $session_id
         AND fingerprint = $fingerprint AND status = 'new' AND asked_at IS NULL`,
    )
    .get(key) as { id: number } | null;
  return row?.id ?? null;
}

/** Does nothing once the candidate is settled. */
export function dropCandidate(store: Store, id: number): void {
  store.query("DELETE FROM candidates WHERE id = $id AND status IN ('new', 'said')").run({ id });
}

/** `projectKey`: null for every project. */
export function countCandidates(store: Store, projectKey: string | null, status: CandidateStatus): number {
  const row = store
    .query(
      `SELECT count(*) AS n FROM candidates WHERE ($projectKey IS NULL OR project_key = $projectKey) AND status = $status`,
    )
    .get({ projectKey, status }) as { n: number };
  return row.n;
}

const DAY_MS = 24 * 3_600_000;
/** The interval of reminders when nothing new was found. */
const REMIND_MS = 7 * DAY_MS;

/** The number of new candidates if it is time to tell the person, otherwise 0. Only one of two simultaneous sessions gets it. */
export function claimInboxNotice(store: Store, projectKey: string, now: number): number {
  const { n, newest } = store
    .query(
      "SELECT count(*) AS n, max(found_at) AS newest FROM candidates WHERE project_key = $projectKey AND status = 'new'",
    )
    .get({ projectKey }) as { n: number; newest: number | null };
  if (n === 0) return 0;
  // Hashed, so that `forget` need not remove it.
  const key = `inbox_told:${Bun.hash(projectKey).toString(36)}`;
  return inTransaction(store, () => {
    const remindedAt = Number(readMeta(store, key) ?? 0);
    const wait = (newest ?? 0) > remindedAt ? DAY_MS : REMIND_MS;
    if (now - remindedAt < wait) return 0;
    writeMeta(store, key, String(now));
    return n;
  });
}

/** Unsettled candidates found before this time. */
export function listNewCandidatesBefore(store: Store, at: number): Pick<CandidateRow, "id" | "patterns">[] {
  return store
    .query("SELECT id, patterns FROM candidates WHERE status = 'new' AND found_at < $at LIMIT 500")
    .all({ at }) as Pick<CandidateRow, "id" | "patterns">[];
}

export function findCandidate(store: Store, id: number): CandidateRow | null {
  return store.query("SELECT * FROM candidates WHERE id = $id").get({ id }) as CandidateRow | null;
}

/** False when it was already settled. */
export function settleCandidate(
  store: Store,
  { id, status, memoryId, at }: { id: number; status: CandidateStatus; memoryId: string | null; at: number },
): boolean {
  const settle = store.query(
    `UPDATE candidates SET status = $status, memory_id = $memoryId, settled_at = $at
     WHERE id = $id AND status IN ('new', 'said')`,
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

/** `projectKey` null: in all projects. */
export function countSettled(store: Store, projectKey: string | null): SettledCount[] {
  const count = (status: CandidateStatus) => `count(*) FILTER (WHERE status = '${status}')`;
  return store
    .query(
      `SELECT category, ${count("new")} AS waiting, ${count("accepted")} AS accepted, ${count("edited")} AS edited,
         ${count("rejected")} AS rejected, ${count("ignored")} AS ignored
       FROM candidates WHERE ($projectKey IS NULL OR project_key = $projectKey) AND status NOT IN ('said', 'duplicate')
       GROUP BY category ORDER BY category`,
    )
    .all({ projectKey }) as SettledCount[];
}
