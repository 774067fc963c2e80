// GitHub issues made of findings, one for each finding and repository, and claims of reviews that are filing one.

import type { Store } from "../../store/open.ts";
import { inMemoryTransaction } from "../../store/open.ts";
import type { FiledIssue } from "./reflection.ts";

export interface FiledIssueRow extends FiledIssue {
  /** With its host, such as "github.com/owner/name". */
  repository: string;
  session_id: string | null;
  at: number;
}

/** Longer than the timeout of `gh`: one that outlived a killed review has ended by then. */
const CLAIM_TTL_MS = 120_000;

export function findFiledIssue(store: Store, repository: string, fingerprint: string): FiledIssueRow | null {
  return store
    .query("SELECT * FROM filed_issues WHERE repository = $repository AND fingerprint = $fingerprint")
    .get({ repository, fingerprint }) as FiledIssueRow | null;
}

/** The beginning of a finding's outcome once it became an issue; the address follows. */
export const ISSUE_OUTCOME = "issue ";

/** Issues made of a project's findings. */
export function issuesOfProject(store: Store, projectKey: string): FiledIssue[] {
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

/** False while another review has it. An old claim, left by a review that died, is taken over. */
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
