// Sessions, continuation budgets, decisions.
export const sql = `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
  session_id TEXT PRIMARY KEY,
  project_dir TEXT,
  transcript_path TEXT,
  source TEXT,
  started_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_reason TEXT,
  tool_calls INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX sessions_by_project ON sessions (project_dir);

CREATE TABLE budgets (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  agent TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  blocks INTEGER NOT NULL DEFAULT 0,
  waits INTEGER NOT NULL DEFAULT 0,
  first_block_at INTEGER,
  transcript_from INTEGER,
  situations TEXT NOT NULL DEFAULT '{}',
  released TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX budgets_by_agent ON budgets (session_id, agent, id);

CREATE TABLE decisions (
  id INTEGER PRIMARY KEY,
  session_id TEXT,
  agent TEXT NOT NULL,
  budget_id INTEGER,
  event TEXT NOT NULL,
  at INTEGER NOT NULL,
  project_dir TEXT,
  verdict TEXT NOT NULL,
  rule TEXT NOT NULL,
  findings TEXT NOT NULL,
  situation TEXT,
  reason TEXT,
  duration_ms REAL NOT NULL,
  wrong_at INTEGER,
  wrong_why TEXT
);
CREATE INDEX decisions_by_session ON decisions (session_id, id);
CREATE INDEX decisions_by_project ON decisions (project_dir, id);

CREATE TABLE background_tasks (
  session_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  budget_id INTEGER,
  first_seen_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, task_id)
) WITHOUT ROWID;

CREATE TABLE tool_counts (
  session_id TEXT NOT NULL,
  agent TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (session_id, agent)
) WITHOUT ROWID;

CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX messages_by_session ON messages (session_id);

CREATE TABLE advice_shown (
  session_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  PRIMARY KEY (session_id, fingerprint)
) WITHOUT ROWID;
`;
