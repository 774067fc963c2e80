// What a session said and did, as its events told it, and who is turning it into something useful.
export const sql = `
CREATE TABLE pending_queue (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  tool_use_id TEXT UNIQUE,
  tool_name TEXT NOT NULL,
  raw_output TEXT NOT NULL,
  files_touched TEXT NOT NULL DEFAULT '[]',
  priority TEXT NOT NULL DEFAULT 'normal',
  status TEXT NOT NULL DEFAULT 'raw',
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX pending_queue_by_status ON pending_queue (status, priority, created_at);
CREATE INDEX pending_queue_by_session ON pending_queue (session_id, status);

CREATE TABLE prompts (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  prompt_id TEXT,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  indexed INTEGER NOT NULL DEFAULT 0,
  length INTEGER,
  uuid TEXT
);
CREATE INDEX prompts_by_session ON prompts (session_id, id);
CREATE INDEX prompts_unindexed ON prompts (id) WHERE indexed = 0;
CREATE UNIQUE INDEX prompts_by_uuid ON prompts (uuid) WHERE uuid IS NOT NULL;

CREATE TABLE event_log (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  event TEXT NOT NULL,
  agent_id TEXT,
  pending INTEGER,
  tokens INTEGER,
  detail TEXT NOT NULL DEFAULT '{}',
  at INTEGER NOT NULL
);
CREATE INDEX event_log_by_session ON event_log (session_id, id);

CREATE TABLE drain_lock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  pid INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);

ALTER TABLE sessions ADD COLUMN project_key TEXT;
ALTER TABLE sessions ADD COLUMN original_request TEXT;
CREATE INDEX sessions_by_project_key ON sessions (project_key);
`;
