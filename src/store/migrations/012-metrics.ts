// Numbers by the hour, made from the recorded calls and prompts when these are drained; and exported transcripts.
export const sql = `
CREATE TABLE metrics (
  hour INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  metric TEXT NOT NULL,
  label TEXT NOT NULL,
  count INTEGER NOT NULL,
  total REAL NOT NULL,
  largest REAL NOT NULL,
  PRIMARY KEY (hour, session_id, metric, label)
) WITHOUT ROWID;
CREATE INDEX metrics_by_session ON metrics (session_id);

CREATE TABLE transcript_exports (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  project_dir TEXT NOT NULL,
  trigger TEXT NOT NULL,
  source_bytes INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  records INTEGER NOT NULL,
  redactions INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX transcript_exports_by_session ON transcript_exports (session_id, at);
`;
