// Flows, and what was recorded for their conditions. A session's flow is its newest row.
export const sql = `
CREATE TABLE flows (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  project_dir TEXT NOT NULL,
  task TEXT NOT NULL,
  phase TEXT NOT NULL,
  kind TEXT,
  complexity INTEGER,
  correctness TEXT,
  quality TEXT,
  adversarial TEXT,
  status TEXT NOT NULL DEFAULT 'active',
  file_key TEXT,
  rounds INTEGER NOT NULL DEFAULT 0,
  resumes INTEGER NOT NULL DEFAULT 0,
  why TEXT,
  started_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  start_tree TEXT
);
CREATE INDEX flows_by_session ON flows (session_id, id);
CREATE INDEX flows_by_project ON flows (project_dir, updated_at);

CREATE TABLE flow_evidence (
  id INTEGER PRIMARY KEY,
  flow_id INTEGER NOT NULL,
  condition TEXT NOT NULL,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  text TEXT NOT NULL,
  tree_mark TEXT,
  answers INTEGER,
  at INTEGER NOT NULL
);
CREATE INDEX flow_evidence_by_flow ON flow_evidence (flow_id, id);
`;
