// The tables of the ledger.
import type { Migration } from "./migrate.ts";

const TABLES = `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- guard_fingerprint: the guard fingerprint at the session's last event. guard_config: the settings that held then.
-- agent: which one it runs in; NULL for Claude Code.
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
  guard_fingerprint TEXT,
  guard_config TEXT,
  agent TEXT,
  start_hook_ms REAL,
  end_hook_ms REAL
) WITHOUT ROWID;
CREATE INDEX sessions_by_project ON sessions (project_dir);
CREATE INDEX sessions_by_project_key ON sessions (project_key);

-- prompt_id: of the prompt that opened the budget. environment: of its hook.
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
  released TEXT NOT NULL DEFAULT '{}',
  withheld INTEGER NOT NULL DEFAULT 0,
  environment TEXT
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

-- What the person is told next. With a command: told once the transcript shows who typed it. given_at and given_from: when it
-- was last given, and the size of the transcript then. It is given again until the transcript shows it.
CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  command TEXT,
  transcript_from INTEGER,
  given_at INTEGER,
  given_from INTEGER
);
CREATE INDEX messages_by_session ON messages (session_id);

CREATE TABLE advice_shown (
  session_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  PRIMARY KEY (session_id, fingerprint)
) WITHOUT ROWID;

-- The client's tasks, as its events report them. changed_at: repeating an unchanged list does not reopen its items.
CREATE TABLE tasks (
  session_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  status TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL DEFAULT 0,
  unconfirmed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session_id, task_id)
) WITHOUT ROWID;

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

-- What the subagents of a pipeline did, by stage.
CREATE TABLE subagent_reports (
  goal_id INTEGER NOT NULL,
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
  PRIMARY KEY (goal_id, agent_id)
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

-- The origin of a folder's lock. was: what its file said.
CREATE TABLE locks (
  project_dir TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  origin TEXT NOT NULL,
  at INTEGER NOT NULL,
  was TEXT NOT NULL DEFAULT ''
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

const GOALS = `
-- Loops, flows, pipelines, and the locks that hold a session. conditions, met, details: JSON. file_key: the state file of a goal that another tool set.
CREATE TABLE goals (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  session_id TEXT NOT NULL,
  project_dir TEXT NOT NULL,
  text TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'active',
  why TEXT,
  conditions TEXT NOT NULL DEFAULT '[]',
  max_rounds INTEGER,
  max_minutes INTEGER NOT NULL,
  rounds INTEGER NOT NULL DEFAULT 0,
  resumes INTEGER NOT NULL DEFAULT 0,
  met TEXT NOT NULL DEFAULT '[]',
  details TEXT NOT NULL DEFAULT '{}',
  file_key TEXT,
  started_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  start_tree TEXT
);
CREATE INDEX goals_by_session ON goals (session_id, kind, state);
CREATE INDEX goals_by_project ON goals (project_dir, state);

CREATE TABLE goal_evidence (
  id INTEGER PRIMARY KEY,
  goal_id INTEGER NOT NULL,
  condition TEXT NOT NULL,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  text TEXT NOT NULL,
  tree_mark TEXT,
  answers INTEGER,
  at INTEGER NOT NULL
);
CREATE INDEX goal_evidence_by_goal ON goal_evidence (goal_id, id);
`;

/** The ids of the three old tables overlap. */
const idOf = (kind: "flow" | "pipeline" | "loop", old: string) =>
  `${old} * 3 + ${["flow", "pipeline", "loop"].indexOf(kind)}`;

const STATE = "iif(status = 'done', 'met', status)";

/** Up to 0.2.0, loops, flows and pipelines had tables of their own. */
const GOALS_FROM_0_2 = `
${GOALS}
INSERT INTO goals (id, kind, session_id, project_dir, text, state, why, conditions, max_rounds, max_minutes, rounds,
    resumes, file_key, started_by, created_at, updated_at)
  SELECT ${idOf("loop", "row_number() OVER (ORDER BY updated_at)")}, 'loop', session_id, project_dir, task, ${STATE}, why,
    CASE WHEN verify IS NOT NULL THEN json_array(json_object('id', 'verify', 'by', 'command', 'run', verify))
      WHEN promise IS NOT NULL THEN json_array(json_object('id', 'done', 'by', 'event', 'line', promise))
      ELSE json_array(json_object('id', 'done', 'by', 'event')) END,
    max_iterations, max_minutes, iteration, resumes, file_key, started_by, created_at, updated_at FROM loops;

INSERT INTO goals (id, kind, session_id, project_dir, text, state, why, conditions, max_minutes, rounds, resumes, details,
    file_key, started_by, created_at, updated_at, start_tree)
  SELECT ${idOf("flow", "id")}, 'flow', session_id, project_dir, task, ${STATE}, why, json_array(
      json_object('id', 'memory_search', 'by', 'event'),
      json_object('id', 'task_classified', 'by', 'event'),
      json_object('id', 'must_have_answered', 'by', 'person'),
      json_object('id', 'plan_approved', 'by', 'person'),
      json_object('id', 'implementation_complete', 'by', 'event'),
      json_object('id', 'correctness_passed', 'by', 'command', 'run', correctness),
      json_object('id', 'quality_passed', 'by', 'command', 'run', quality),
      iif(adversarial IS NULL, json_object('id', 'adversarial_passed', 'by', 'judge'),
        json_object('id', 'adversarial_passed', 'by', 'command', 'run', adversarial)),
      json_object('id', 'retrospective_done', 'by', 'event')),
    240, rounds, resumes, json_patch('{}', json_object('phase', phase, 'kind', kind, 'complexity', complexity)),
    file_key, started_by, created_at, updated_at, start_tree FROM flows;
INSERT INTO goal_evidence (id, goal_id, condition, kind, source, text, tree_mark, answers, at)
  SELECT id, ${idOf("flow", "flow_id")}, condition, kind, source, text, tree_mark, answers, at FROM flow_evidence;
INSERT INTO goal_evidence (goal_id, condition, kind, source, text, at)
  SELECT g.id, 'verify', validation_result, '', coalesce(last_error, ''), l.updated_at
  FROM loops l JOIN goals g ON g.kind = 'loop' AND g.session_id = l.session_id
  WHERE verify IS NOT NULL AND validation_result <> 'pending';

INSERT INTO goals (id, kind, session_id, project_dir, text, state, why, max_minutes, started_by, created_at, updated_at)
  SELECT ${idOf("pipeline", "id")}, 'pipeline', session_id, project_dir, 'a pipeline of subagents', ${STATE}, why, 30, 'claude',
    created_at, updated_at FROM pipeline_runs;
ALTER TABLE subagent_reports RENAME COLUMN run_id TO goal_id;
UPDATE subagent_reports SET goal_id = -(${idOf("pipeline", "goal_id")});
UPDATE subagent_reports SET goal_id = -goal_id;

DROP TABLE loops;
DROP TABLE flows;
DROP TABLE flow_evidence;
DROP TABLE pipeline_runs;
`;

const TABLES_SINCE_0_3 = `
-- A copy of own_memories, which is in the memory database: whose a memory is must survive the loss of that file.
CREATE TABLE memory_hashes (
  project_key TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (project_key, hash)
) WITHOUT ROWID;

-- One row per question to a judge. digest, evidence: JSON.
CREATE TABLE judge_calls (
  id INTEGER PRIMARY KEY,
  session_id TEXT,
  project_dir TEXT,
  judge TEXT NOT NULL,
  at INTEGER NOT NULL,
  key TEXT NOT NULL,
  ask TEXT NOT NULL,
  digest TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT 'asking',
  reason TEXT NOT NULL DEFAULT '',
  evidence TEXT NOT NULL DEFAULT '[]',
  by TEXT NOT NULL,
  calls INTEGER NOT NULL DEFAULT 1,
  tokens INTEGER,
  cost_usd REAL,
  duration_ms INTEGER
);
CREATE INDEX judge_calls_by_session ON judge_calls (session_id, at);
CREATE INDEX judge_calls_by_age ON judge_calls (at);
CREATE INDEX judge_calls_by_key ON judge_calls (key);
`;

/** What tables of 0.2.0 do not have. */
const COLUMNS_SINCE_0_3 = `
ALTER TABLE sessions RENAME COLUMN guard_mark TO guard_fingerprint;
ALTER TABLE sessions ADD COLUMN guard_config TEXT;
ALTER TABLE sessions ADD COLUMN agent TEXT;
ALTER TABLE budgets ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0;
ALTER TABLE budgets ADD COLUMN environment TEXT;
ALTER TABLE messages ADD COLUMN given_at INTEGER;
ALTER TABLE messages ADD COLUMN given_from INTEGER;
ALTER TABLE tasks ADD COLUMN unconfirmed INTEGER NOT NULL DEFAULT 0;
`;

/** 0.1.0 did not record which sessions a lock held. */
const LOCKS_FROM_0_2 = `
INSERT INTO goals (kind, session_id, project_dir, file_key, text, max_minutes, started_by, created_at, updated_at)
  SELECT 'lock', session_id, folder, folder, 'a lock', 0, 'user', at, at FROM held_locks;
DROP TABLE held_locks;
ALTER TABLE locks ADD COLUMN was TEXT NOT NULL DEFAULT '';
`;

export const LEDGER_MIGRATIONS: readonly Migration[] = [
  { from: 0, to: 15, sql: TABLES + TABLES_SINCE_0_2 + GOALS + TABLES_SINCE_0_3 },
  {
    from: 8,
    to: 15,
    sql: COLUMNS_SINCE_0_2 + TABLES_SINCE_0_2 + COLUMNS_SINCE_0_3 + GOALS_FROM_0_2 + TABLES_SINCE_0_3,
  },
  { from: 14, to: 15, sql: COLUMNS_SINCE_0_3 + GOALS_FROM_0_2 + LOCKS_FROM_0_2 + TABLES_SINCE_0_3 },
  // Before it, nothing in the session's transcript is worth asking for (mode "ask").
  { from: 15, to: 16, sql: "ALTER TABLE sessions ADD COLUMN scored_to INTEGER;" },
];
