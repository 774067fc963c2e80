// One loop a session: a new one takes the place of one that is over.
export const sql = `
CREATE TABLE loops (
  session_id TEXT PRIMARY KEY,
  project_dir TEXT NOT NULL,
  task TEXT NOT NULL,
  verify TEXT,
  promise TEXT,
  max_iterations INTEGER NOT NULL,
  max_minutes INTEGER NOT NULL,
  iteration INTEGER NOT NULL DEFAULT 0,
  resumes INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'active',
  validation_result TEXT NOT NULL DEFAULT 'pending',
  last_error TEXT,
  why TEXT,
  started_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX loops_by_project ON loops (project_dir, updated_at);
`;
