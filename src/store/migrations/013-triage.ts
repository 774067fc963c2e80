// What triage found: candidates for memories, how far each transcript was looked through, and what people made of the
// patterns. A cursor knows its file by a hash and has no words, so that `forget` need not touch it: what was
// forgotten must not be found again.
export const sql = `
CREATE TABLE candidates (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  project_key TEXT NOT NULL DEFAULT '',
  session_id TEXT NOT NULL,
  category TEXT NOT NULL,
  title TEXT NOT NULL,
  score REAL NOT NULL,
  who TEXT NOT NULL,
  evidence TEXT NOT NULL,
  patterns TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'new',
  memory_id TEXT,
  asked_at INTEGER,
  found_at INTEGER NOT NULL,
  settled_at INTEGER,
  UNIQUE (project_key, fingerprint)
);
CREATE INDEX candidates_by_status ON candidates (project_key, status, found_at);
CREATE INDEX candidates_by_session ON candidates (session_id);

CREATE TABLE triage_cursors (
  file TEXT PRIMARY KEY,
  offset INTEGER NOT NULL,
  guard TEXT NOT NULL,
  open_calls TEXT NOT NULL,
  read_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE triage_states (
  file TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  state TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE pattern_feedback (
  pattern TEXT PRIMARY KEY,
  accepted INTEGER NOT NULL DEFAULT 0,
  edited INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  ignored INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
`;
