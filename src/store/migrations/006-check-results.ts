// Results of quality checks, whose baseline is known, and who runs checks in the background.
export const sql = `
CREATE TABLE check_results (
  key TEXT PRIMARY KEY,
  project_dir TEXT NOT NULL,
  stage TEXT NOT NULL,
  command TEXT NOT NULL,
  outcome TEXT NOT NULL,
  exit_code INTEGER,
  telling TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  log_path TEXT,
  duration_ms INTEGER NOT NULL,
  at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX check_results_by_age ON check_results (at);

CREATE TABLE baselines (
  session_id TEXT NOT NULL,
  key TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  taken_at INTEGER,
  held INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_id, key)
) WITHOUT ROWID;

CREATE TABLE background_runs (
  project_dir TEXT PRIMARY KEY,
  wanted TEXT NOT NULL,
  running TEXT,
  beat_at INTEGER NOT NULL
) WITHOUT ROWID;
`;
