// Findings of reflections, one row per project and fingerprint, with the person's decision; their GitHub issues, one per finding
// and repository; and claims of reviews that are filing one.
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import type { FiledIssue, Pattern } from "./reflection.ts";

export interface FindingRow {
  id: number;
  project_key: string;
  fingerprint: string;
  pattern_id: string;
  title: string;
  /** JSON: the pattern of the last reflection that found it. */
  pattern: string;
  /** Accepted: filed, as `outcome` says. Dismissed: not to be shown again. */
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

/** Keeps the person's decision. */
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

export function decideFinding(
  store: Store,
  id: number,
  decision: { status: FindingRow["status"]; outcome: string | null; at: number },
): void {
  store
    .query("UPDATE findings SET status = $status, outcome = $outcome, decided_at = $at WHERE id = $id")
    .run({ id, ...decision });
}

export interface FiledIssueRow extends FiledIssue {
  /** With its host, such as "github.com/owner/name". */
  repository: string;
  session_id: string | null;
  at: number;
}

/** Longer than the timeout of `gh`, so that a `gh` that outlived a killed review has ended. */
const CLAIM_TTL_MS = 120_000;

export function findFiledIssue(store: Store, repository: string, fingerprint: string): FiledIssueRow | null {
  return store
    .query("SELECT * FROM filed_issues WHERE repository = $repository AND fingerprint = $fingerprint")
    .get({ repository, fingerprint }) as FiledIssueRow | null;
}

/** The prefix of a finding's outcome once it became an issue; the address follows. */
export const ISSUE_OUTCOME = "issue ";

/** Issues made of a project's findings. */
export function listProjectIssues(store: Store, projectKey: string): FiledIssue[] {
  return store
    .query(
      `SELECT i.fingerprint, i.number, i.url FROM filed_issues i JOIN findings f ON f.fingerprint = i.fingerprint
       WHERE f.project_key = $projectKey AND f.outcome = '${ISSUE_OUTCOME}' || i.url ORDER BY i.at, i.number`,
    )
    .all({ projectKey }) as FiledIssue[];
}

/** Also releases the claim. */
export function saveFiledIssue(store: Store, row: FiledIssueRow): void {
  inMemoryTransaction(store, () => {
    store
      .query(
        `INSERT OR REPLACE INTO filed_issues (repository, fingerprint, number, url, session_id, at)
         VALUES ($repository, $fingerprint, $number, $url, $session_id, $at)`,
      )
      .run({ ...row });
    releaseIssueClaim(store, row.repository, row.fingerprint);
  });
}

/** False while another review has the claim. An old claim, left by a review that died, is taken over. */
export function claimIssue(store: Store, repository: string, fingerprint: string, at: number): boolean {
  const row = store
    .query(
      `INSERT INTO issue_claims (repository, fingerprint, claimed_at) VALUES ($repository, $fingerprint, $at)
       ON CONFLICT (repository, fingerprint) DO UPDATE SET claimed_at = $at
       WHERE abs($at - claimed_at) > ${CLAIM_TTL_MS} RETURNING 1`,
    )
    .get({ repository, fingerprint, at });
  return row !== null;
}

export function releaseIssueClaim(store: Store, repository: string, fingerprint: string): void {
  store
    .query("DELETE FROM issue_claims WHERE repository = $repository AND fingerprint = $fingerprint")
    .run({ repository, fingerprint });
}
