// Reflections: one a session, what is to be decided of their findings, and what became of it.
export const sql = `
CREATE TABLE reflections (
  session_id TEXT PRIMARY KEY,
  project_dir TEXT,
  project_key TEXT,
  transcript_path TEXT NOT NULL,
  trigger TEXT NOT NULL,
  messages INTEGER NOT NULL,
  metrics TEXT NOT NULL,
  trace TEXT,
  patterns TEXT NOT NULL,
  at INTEGER NOT NULL,
  announced_at INTEGER
) WITHOUT ROWID;
CREATE INDEX reflections_by_project ON reflections (project_key, at);
CREATE INDEX reflections_unannounced ON reflections (project_dir) WHERE announced_at IS NULL;

CREATE TABLE findings (
  id INTEGER PRIMARY KEY,
  project_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  pattern_id TEXT NOT NULL,
  title TEXT NOT NULL,
  pattern TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'new',
  outcome TEXT,
  session_id TEXT NOT NULL,
  sessions INTEGER NOT NULL DEFAULT 1,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  decided_at INTEGER,
  UNIQUE (project_key, fingerprint)
);
CREATE INDEX findings_by_status ON findings (project_key, status);

CREATE TABLE filed_issues (
  repository TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  number INTEGER NOT NULL,
  url TEXT NOT NULL,
  session_id TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (repository, fingerprint)
) WITHOUT ROWID;

CREATE TABLE pending_reflections (
  session_id TEXT PRIMARY KEY,
  project_dir TEXT,
  transcript_path TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  requested_at INTEGER NOT NULL
) WITHOUT ROWID;
`;
