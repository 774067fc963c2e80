// The tables of the memory database.
import type { Migration } from "./migrate.ts";

const TABLES = `
-- Here and below, for search: words is how many the texts have; parts is what is indexed beside them (see partsIn).
CREATE TABLE observations (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  project_key TEXT,
  tool_use_id TEXT UNIQUE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  files TEXT NOT NULL DEFAULT '[]',
  subject TEXT,
  result TEXT,
  fixed_by INTEGER,
  at INTEGER NOT NULL,
  parts TEXT NOT NULL DEFAULT '',
  words INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX observations_by_session ON observations (session_id, at, id);
CREATE INDEX observations_by_project ON observations (project_key, at);
CREATE INDEX observations_by_age ON observations (at);
CREATE INDEX observations_unfixed ON observations (session_id) WHERE kind = 'failure' AND fixed_by IS NULL;

CREATE TABLE session_summaries (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL UNIQUE,
  project_key TEXT,
  request TEXT NOT NULL,
  text TEXT NOT NULL,
  detail TEXT NOT NULL,
  at INTEGER NOT NULL,
  parts TEXT NOT NULL DEFAULT '',
  words INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX session_summaries_by_project ON session_summaries (project_key, at);

-- What was recalled for Claude. Receipts name rows and never repeat their text, so that forgetting the rows is enough.
CREATE TABLE recall_receipts (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  event TEXT NOT NULL,
  prompt_id TEXT,
  parts TEXT NOT NULL DEFAULT '[]',
  terms TEXT NOT NULL DEFAULT '[]',
  tokens INTEGER NOT NULL,
  at INTEGER NOT NULL,
  hook_ms REAL
);
CREATE INDEX recall_receipts_by_session ON recall_receipts (session_id, id);

CREATE TABLE recall_items (
  session_id TEXT NOT NULL,
  source TEXT NOT NULL,
  item_id TEXT NOT NULL,
  receipt_id INTEGER NOT NULL,
  place INTEGER NOT NULL,
  score REAL,
  terms TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (session_id, source, item_id)
) WITHOUT ROWID;
CREATE INDEX recall_items_by_receipt ON recall_items (receipt_id);

-- How far each transcript was read, by a hash of its path, because a file name may reveal too much. Data that \`forget\`
-- deleted must not come back with the next ingest.
CREATE TABLE ingest_cursors (
  file TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  guard TEXT NOT NULL,
  open_calls TEXT NOT NULL,
  read_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Tool calls by session and file. Beside the cursors, so that they are counted as often as these move: once.
CREATE TABLE ingest_counts (
  owner TEXT NOT NULL,
  file TEXT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (owner, file)
) WITHOUT ROWID;

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

-- How far each transcript was triaged. A cursor has only a hash of its path, so that \`forget\` need not delete it: what was
-- forgotten must not be found again.
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

-- The index of memory files. The files are the truth; only usage counts exist here alone.
CREATE TABLE memories (
  id INTEGER PRIMARY KEY,
  root TEXT NOT NULL,
  place TEXT NOT NULL,
  project_key TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  category TEXT NOT NULL,
  status TEXT NOT NULL,
  who TEXT NOT NULL,
  confidence REAL NOT NULL,
  source_session TEXT,
  supersedes TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  mtime REAL NOT NULL,
  size INTEGER NOT NULL,
  hash TEXT NOT NULL,
  note TEXT,
  title TEXT NOT NULL,
  tags TEXT NOT NULL DEFAULT '[]',
  body TEXT NOT NULL,
  origin TEXT NOT NULL DEFAULT 'here',
  parts TEXT NOT NULL DEFAULT '',
  words INTEGER NOT NULL DEFAULT 0,
  UNIQUE (root, place)
);
CREATE INDEX memories_by_id ON memories (memory_id);
CREATE INDEX memories_by_project ON memories (project_key, status, category, updated_at);

CREATE TABLE memory_roots (
  root TEXT PRIMARY KEY,
  project_key TEXT NOT NULL,
  rows INTEGER NOT NULL,
  fingerprint TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE memory_usage (
  project_key TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  injected INTEGER NOT NULL DEFAULT 0,
  used INTEGER NOT NULL DEFAULT 0,
  last_injected_at INTEGER,
  trusted_hash TEXT,
  PRIMARY KEY (project_key, memory_id)
) WITHOUT ROWID;

CREATE TABLE memory_outcomes (
  session_id TEXT NOT NULL,
  project_key TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  used INTEGER NOT NULL,
  how TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (session_id, project_key, memory_id)
) WITHOUT ROWID;
CREATE INDEX memory_outcomes_by_memory ON memory_outcomes (project_key, memory_id);

-- One per session.
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

-- Issues that are being filed, so that two reviews do not file the same finding.
CREATE TABLE issue_claims (
  repository TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  PRIMARY KEY (repository, fingerprint)
) WITHOUT ROWID;
`;

/** Tables that 0.1.0 does not have. */
const TABLES_SINCE_0_2 = `
-- Memory files that were written here or that a person accepted, by the hash of their content.
CREATE TABLE own_memories (
  project_key TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (project_key, hash)
) WITHOUT ROWID;

-- Search counts and ranks within a project: its texts, and the words they have together.
CREATE TABLE text_projects (
  number INTEGER PRIMARY KEY,
  project_key TEXT NOT NULL UNIQUE,
  observations INTEGER NOT NULL DEFAULT 0,
  summaries INTEGER NOT NULL DEFAULT 0,
  memories INTEGER NOT NULL DEFAULT 0,
  observation_words INTEGER NOT NULL DEFAULT 0,
  summary_words INTEGER NOT NULL DEFAULT 0,
  memory_words INTEGER NOT NULL DEFAULT 0
);

-- The record of runs.
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  project_key TEXT,
  tool_use_id TEXT UNIQUE,
  agent_id TEXT,
  at INTEGER NOT NULL,
  check_name TEXT NOT NULL,
  command TEXT NOT NULL,
  dir TEXT,
  tree TEXT,
  scope TEXT NOT NULL DEFAULT 'unknown',
  target TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL,
  evidence TEXT,
  passed INTEGER,
  failed INTEGER,
  skipped INTEGER,
  is_piped INTEGER NOT NULL DEFAULT 0,
  is_hidden INTEGER NOT NULL DEFAULT 0,
  task_id TEXT,
  kind TEXT NOT NULL DEFAULT 'tests'
);
CREATE INDEX runs_of_session ON runs (session_id, at);
CREATE INDEX runs_of_project ON runs (project_key, at);

CREATE VIRTUAL TABLE prompts_fts USING fts5(text, parts, tokenize='porter unicode61');
INSERT INTO prompts_fts (prompts_fts, rank) VALUES ('secure-delete', 1);
`;

/** The tables whose texts are indexed. `count` and `words`: their columns in text_projects. `isKeyed`: every row has a project. */
const INDEXED = [
  {
    table: "observations",
    columns: ["title", "summary", "files"],
    count: "observations",
    words: "observation_words",
    isKeyed: false,
  },
  {
    table: "session_summaries",
    columns: ["request", "text"],
    count: "summaries",
    words: "summary_words",
    isKeyed: false,
  },
  {
    table: "memories",
    columns: ["title", "tags", "body"],
    count: "memories",
    words: "memory_words",
    isKeyed: true,
  },
];

/**
 * Full-text indexes that keep nothing of deleted rows: the row id of a text is the number of its project in the upper 32 bits and its own id in the lower ones, so
 * that the texts of a project are one range of each word's list.
 */
const TEXT_INDEXES = INDEXED.map(({ table, columns, count, words, isKeyed }) => {
  const keyOf = (row: string) => (isKeyed ? `${row}.project_key` : `coalesce(${row}.project_key, '')`);
  const indexed = [...columns, "parts"].join(", ");
  const watched = [...columns, "parts", "words", "project_key"];
  const textOf = (row: string) =>
    `(number << 32) | ${row}.id, ${[...columns, "parts"].map((column) => `${row}.${column}`).join(", ")} FROM text_projects
  WHERE project_key = ${keyOf(row)};`;
  const add = `  INSERT INTO text_projects (project_key, ${count}, ${words}) VALUES (${keyOf("new")}, 1, new.words)
    ON CONFLICT DO UPDATE SET ${count} = ${count} + 1, ${words} = ${words} + new.words;
  INSERT INTO ${table}_fts (rowid, ${indexed}) SELECT ${textOf("new")}`;
  const remove = `  INSERT INTO ${table}_fts (${table}_fts, rowid, ${indexed}) SELECT 'delete', ${textOf("old")}
  UPDATE text_projects SET ${count} = ${count} - 1, ${words} = ${words} - old.words WHERE project_key = ${keyOf("old")};`;
  return `CREATE VIEW ${table}_texts AS
  SELECT (number << 32) | id AS text_id, ${indexed} FROM ${table} t JOIN text_projects p ON p.project_key = ${keyOf("t")};
CREATE VIRTUAL TABLE ${table}_fts USING fts5(
  ${indexed}, content='${table}_texts', content_rowid='text_id',
  tokenize='porter unicode61${isKeyed ? " remove_diacritics 2" : ""}'
);
INSERT INTO ${table}_fts (${table}_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO ${table}_fts (rowid, ${indexed}) SELECT text_id, ${indexed} FROM ${table}_texts ORDER BY text_id;
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
${add}
END;
CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN
${remove}
END;
CREATE TRIGGER ${table}_reworded AFTER UPDATE OF ${watched.join(", ")} ON ${table}
WHEN ${watched.map((column) => `old.${column} IS NOT new.${column}`).join(" OR ")} BEGIN
${remove}
${add}
END;`;
}).join("\n\n");

/** The texts stay; of prompts, only the index has them in this file. */
const WITHOUT_INDEXES = `
${INDEXED.flatMap(({ table }) => [
  ...["added", "removed", "reworded"].map((event) => `DROP TRIGGER ${table}_${event};`),
  `DROP TABLE ${table}_fts;`,
  `DROP VIEW IF EXISTS ${table}_texts;`,
]).join("\n")}
CREATE TABLE old_prompts AS SELECT rowid AS id, text FROM prompts_fts;
DROP TABLE prompts_fts;
`;

/** Fills the columns and indexes for search. text_words and text_parts are functions of ours. */
const REINDEX = `
INSERT INTO prompts_fts (rowid, text, parts) SELECT id, text, text_parts(text) FROM old_prompts ORDER BY id;
DROP TABLE old_prompts;
${INDEXED.map(({ table, columns }) => {
  const text = columns.join(" || char(10) || ");
  return `ALTER TABLE ${table} ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
UPDATE ${table} SET words = text_words(${text}), parts = text_parts(${text});`;
}).join("\n")}
UPDATE text_projects AS p SET ${INDEXED.map(
  ({ table, count, words, isKeyed }) =>
    `(${count}, ${words}) = (SELECT count(*), coalesce(sum(words), 0) FROM ${table} t
    WHERE t.project_key IS ${isKeyed ? "p.project_key" : "nullif(p.project_key, '')"})`,
).join(", ")};
${TEXT_INDEXES}
`;

/** Private memories were believed whoever wrote them: what is there already stays so. */
const KEEP_PRIVATE = `
INSERT OR IGNORE INTO own_memories (project_key, hash)
  SELECT project_key, hash FROM memories WHERE root NOT LIKE '%/.claude/memory' AND hash <> '';
`;

const FROM_0_1 = `
DROP TABLE metrics;
DROP TABLE common_terms;
DROP TABLE memories_parts_fts;
${WITHOUT_INDEXES}
${INDEXED.map(({ table }) => `ALTER TABLE ${table} ADD COLUMN parts TEXT NOT NULL DEFAULT '';`).join("\n")}
ALTER TABLE memories ADD COLUMN origin TEXT NOT NULL DEFAULT 'here';
ALTER TABLE recall_receipts ADD COLUMN hook_ms REAL;
${TABLES_SINCE_0_2}
-- Of the memories already indexed, those that name a session of this machine are ours. The others are read again.
INSERT OR IGNORE INTO own_memories (project_key, hash)
  SELECT m.project_key, m.hash FROM memories m WHERE m.source_session IS NOT NULL
    AND (EXISTS (SELECT 1 FROM session_summaries s WHERE s.session_id = m.source_session)
      OR EXISTS (SELECT 1 FROM observations o WHERE o.session_id = m.source_session));
${KEEP_PRIVATE}
UPDATE memories SET origin = 'repository', mtime = -1, hash = ''
  WHERE root LIKE '%/.claude/memory' AND project_key <> ''
    AND NOT EXISTS (SELECT 1 FROM own_memories own
      WHERE own.project_key = memories.project_key AND own.hash = memories.hash);
DELETE FROM memory_roots WHERE root LIKE '%/.claude/memory';

INSERT INTO text_projects (project_key)
  SELECT coalesce(project_key, '') FROM observations UNION SELECT coalesce(project_key, '') FROM session_summaries
  UNION SELECT project_key FROM memories;
${REINDEX}

INSERT OR IGNORE INTO runs (session_id, project_key, tool_use_id, at, check_name, command, state)
  SELECT session_id, project_key, tool_use_id, at, 'tests', coalesce(subject, ''), 'unknown'
  FROM observations WHERE kind = 'command' AND result IS NULL;
`;

const FROM_0_2 = `
${KEEP_PRIVATE}
DROP TABLE metrics;
${WITHOUT_INDEXES}
ALTER TABLE observations DROP COLUMN tests;
${INDEXED.map(
  ({ table, words }) => `ALTER TABLE ${table} RENAME COLUMN pairs TO parts;
ALTER TABLE text_projects ADD COLUMN ${words} INTEGER NOT NULL DEFAULT 0;`,
).join("\n")}
CREATE VIRTUAL TABLE prompts_fts USING fts5(text, parts, tokenize='porter unicode61');
INSERT INTO prompts_fts (prompts_fts, rank) VALUES ('secure-delete', 1);
${REINDEX}
`;

const SYNC = `
-- What machines say about memories, as it travels (see src/sync/row.ts). is_signed: by the machine that it names. is_sent: the
-- remote has it.
CREATE TABLE sync_rows (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  machine TEXT NOT NULL,
  project TEXT NOT NULL,
  version INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  payload TEXT NOT NULL,
  signature TEXT NOT NULL,
  author TEXT,
  is_signed INTEGER NOT NULL,
  is_sent INTEGER NOT NULL,
  PRIMARY KEY (kind, id, machine)
) WITHOUT ROWID;
CREATE INDEX sync_rows_by_project ON sync_rows (kind, project, deleted);
CREATE INDEX sync_rows_unsent ON sync_rows (machine) WHERE is_sent = 0;

-- What a memory file said when it and the rows were last the same. merged: JSON. source: the machine whose text it is, unless it is
-- this one.
CREATE TABLE synced_memories (
  root TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  merged TEXT NOT NULL,
  source TEXT,
  PRIMARY KEY (root, memory_id)
) WITHOUT ROWID;

CREATE TABLE sync_state (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
`;

export const MEMORY_MIGRATIONS: readonly Migration[] = [
  { from: 0, to: 18, sql: TABLES + TABLES_SINCE_0_2 + TEXT_INDEXES },
  { from: 8, to: 18, sql: FROM_0_1 },
  { from: 16, to: 18, sql: FROM_0_2 },
  { from: 18, to: 19, sql: SYNC },
  // The pulled memory that is used instead of a file in a work tree.
  { from: 19, to: 20, sql: "ALTER TABLE synced_memories ADD COLUMN replaced_by TEXT;" },
  {
    from: 20,
    to: 21,
    // Of a session that ran on another machine: that machine's name, and the agent.
    sql: `ALTER TABLE session_summaries ADD COLUMN machine TEXT;
ALTER TABLE session_summaries ADD COLUMN agent TEXT;
CREATE INDEX session_summaries_from_elsewhere ON session_summaries (project_key, at) WHERE machine IS NOT NULL;`,
  },
];
