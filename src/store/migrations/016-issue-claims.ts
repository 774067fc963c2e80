// Who is filing an issue just now, so that two reviews do not file the same finding.
export const sql = `
CREATE TABLE issue_claims (
  repository TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  PRIMARY KEY (repository, fingerprint)
) WITHOUT ROWID;
`;
