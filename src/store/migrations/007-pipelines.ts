// Pipelines of subagents, and what each of their subagents reported.
export const sql = `
CREATE TABLE pipeline_runs (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  project_dir TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'active',
  why TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX pipeline_runs_by_session ON pipeline_runs (session_id, id);

CREATE TABLE subagent_reports (
  run_id INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  agent_type TEXT NOT NULL,
  stage TEXT NOT NULL,
  chunk TEXT,
  chunks INTEGER,
  result TEXT NOT NULL,
  report TEXT NOT NULL DEFAULT '',
  error TEXT,
  files TEXT NOT NULL DEFAULT '[]',
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  early INTEGER NOT NULL DEFAULT 0,
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, agent_id)
) WITHOUT ROWID;
`;
