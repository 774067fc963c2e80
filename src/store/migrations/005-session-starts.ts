// What a session found when it began: what it changed is judged against that.
export const sql = `
CREATE TABLE session_starts (
  session_id TEXT PRIMARY KEY,
  project_dir TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  tree TEXT
);
CREATE INDEX session_starts_by_age ON session_starts (requested_at);
`;
