// The tables of the ledger.
import type { Migration } from "./migrate.ts";

const TABLES = `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- guard_mark: the guard fingerprint at the session's last event.
CREATE TABLE sessions (
  session_id TEXT PRIMARY KEY,
  project_dir TEXT,
  project_key TEXT,
  transcript_path TEXT,
  source TEXT,
  original_request TEXT,
  started_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_reason TEXT,
  tool_calls INTEGER NOT NULL DEFAULT 0,
  guard_mark TEXT,
  start_hook_ms REAL,
  end_hook_ms REAL
) WITHOUT ROWID;
CREATE INDEX sessions_by_project ON sessions (project_dir);
CREATE INDEX sessions_by_project_key ON sessions (project_key);

-- prompt_id: of the prompt that opened the budget.
CREATE TABLE budgets (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  agent TEXT NOT NULL,
  prompt_id TEXT,
  opened_at INTEGER NOT NULL,
  blocks INTEGER NOT NULL DEFAULT 0,
  waits INTEGER NOT NULL DEFAULT 0,
  asks INTEGER NOT NULL DEFAULT 0,
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

-- events: captured tool events when the calls were last counted.
CREATE TABLE tool_counts (
  session_id TEXT NOT NULL,
  agent TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  count INTEGER NOT NULL,
  events INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_id, agent)
) WITHOUT ROWID;

-- What the person is told next. With a command: dropped if the transcript shows that the person typed it.
CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  command TEXT,
  transcript_from INTEGER
);
CREATE INDEX messages_by_session ON messages (session_id);

CREATE TABLE advice_shown (
  session_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  PRIMARY KEY (session_id, fingerprint)
) WITHOUT ROWID;

-- One loop per session: a new one replaces one that has ended. file_key: the state file of a loop that another tool started.
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
  file_key TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX loops_by_project ON loops (project_dir, updated_at);

-- The client's tasks, as its events report them. changed_at: repeating an unchanged list does not reopen its items.
CREATE TABLE tasks (
  session_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  status TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_id, task_id)
) WITHOUT ROWID;

-- A session's flow is its newest row.
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

-- The work tree when a session started: its changes are judged against it.
CREATE TABLE session_starts (
  session_id TEXT PRIMARY KEY,
  project_dir TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  tree TEXT
);
CREATE INDEX session_starts_by_age ON session_starts (requested_at);

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

-- The runner of background checks.
CREATE TABLE background_runs (
  project_dir TEXT PRIMARY KEY,
  wanted TEXT NOT NULL,
  running TEXT,
  beat_at INTEGER NOT NULL
) WITHOUT ROWID;

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

-- What a session said and did, as its events report it. hook_ms, here and below: how long the hook had taken when it recorded
-- the event; null without a hook.
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
  created_at INTEGER NOT NULL,
  hook_ms REAL
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
  uuid TEXT,
  hook_ms REAL
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
  at INTEGER NOT NULL,
  hook_ms REAL
);
CREATE INDEX event_log_by_session ON event_log (session_id, id);

CREATE TABLE drain_lock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  pid INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
`;

/** Tables that 0.1.0 does not have. */
const TABLES_SINCE_0_2 = `
-- Questions for the person.
CREATE TABLE questions (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX questions_by_session ON questions (session_id);

CREATE TABLE idle_teammates (
  session_id TEXT NOT NULL,
  name TEXT NOT NULL,
  agent_id TEXT,
  PRIMARY KEY (session_id, name)
) WITHOUT ROWID;

-- The origin of a folder's lock.
CREATE TABLE locks (
  project_dir TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  origin TEXT NOT NULL,
  at INTEGER NOT NULL
) WITHOUT ROWID;

-- The lock that holds a session.
CREATE TABLE held_locks (
  session_id TEXT PRIMARY KEY,
  folder TEXT NOT NULL,
  at INTEGER NOT NULL
) WITHOUT ROWID;
`;

const COLUMNS_SINCE_0_2 = `
ALTER TABLE sessions ADD COLUMN guard_mark TEXT;
ALTER TABLE sessions ADD COLUMN start_hook_ms REAL;
ALTER TABLE sessions ADD COLUMN end_hook_ms REAL;
ALTER TABLE budgets ADD COLUMN prompt_id TEXT;
ALTER TABLE budgets ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tool_counts ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN command TEXT;
ALTER TABLE messages ADD COLUMN transcript_from INTEGER;
ALTER TABLE loops ADD COLUMN file_key TEXT;
ALTER TABLE tasks ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pending_queue ADD COLUMN hook_ms REAL;
ALTER TABLE prompts ADD COLUMN hook_ms REAL;
ALTER TABLE event_log ADD COLUMN hook_ms REAL;
`;

/** The schema of 0.2.0 is the present one. */
export const LEDGER_MIGRATIONS: readonly Migration[] = [
  { from: 0, to: 14, sql: TABLES + TABLES_SINCE_0_2 },
  { from: 8, to: 14, sql: COLUMNS_SINCE_0_2 + TABLES_SINCE_0_2 },
];
