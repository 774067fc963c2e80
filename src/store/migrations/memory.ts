// The tables of the memory database, migration by migration.

// The triggers below are part of shipped migrations: they never change either.

/** The tables whose texts are indexed. `count`: their column in text_projects. `isKeyed`: every row has a project. */
const INDEXED = [
  { table: "observations", columns: ["title", "summary", "files"], count: "observations", isKeyed: false },
  { table: "session_summaries", columns: ["request", "text"], count: "summaries", isKeyed: false },
  { table: "memories", columns: ["title", "tags", "body"], count: "memories", isKeyed: true },
];

const DROP_TRIGGERS = INDEXED.flatMap(({ table }) =>
  ["added", "removed", "reworded"].map((event) => `DROP TRIGGER ${table}_${event};`),
).join("\n");

/** Triggers that keep index and counts in step with the tables. `pairs`: a column that is indexed together with the project. */
function indexTriggers(pairs = ""): string {
  return INDEXED.map(({ table, columns, count, isKeyed }) => {
    const keyOf = (row: string) => (isKeyed ? `${row}.project_key` : `coalesce(${row}.project_key, '')`);
    const textsOf = (row: string) => {
      const project = `'projectnumber' || number${pairs && ` || ' ' || ${row}.${pairs}`}`;
      return `${columns.map((column) => `${row}.${column}`).join(", ")}, ${project} FROM text_projects
  WHERE project_key = ${keyOf(row)};`;
    };
    const add = `  INSERT INTO text_projects (project_key, ${count}) VALUES (${keyOf("new")}, 1)
    ON CONFLICT DO UPDATE SET ${count} = ${count} + 1;
  INSERT INTO ${table}_fts (rowid, ${columns.join(", ")}, project)
  SELECT new.id, ${textsOf("new")}`;
    const remove = `  INSERT INTO ${table}_fts (${table}_fts, rowid, ${columns.join(", ")}, project)
  SELECT 'delete', old.id, ${textsOf("old")}
  UPDATE text_projects SET ${count} = ${count} - 1 WHERE project_key = ${keyOf("old")};`;
    const watched = [...columns, "project_key"];
    const isChanged = watched.map((column) => `old.${column} <> new.${column}`).join(" OR ");
    const when = isKeyed ? `\nWHEN ${isChanged}${pairs && `\n  OR old.${pairs} <> new.${pairs}`}` : "";
    return `CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
${add}
END;
CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN
${remove}
END;
CREATE TRIGGER ${table}_reworded AFTER UPDATE OF ${watched.join(", ")}${pairs && `, ${pairs}`} ON ${table}${when} BEGIN
${remove}
${add}
END;`;
  }).join("\n\n");
}

/**
 * The indexes by project: the row id of a text is the number of its project in the upper 32 bits and its own id in the lower ones, so
 * that the texts of a project are one range of each word's list.
 */
const INDEXES_BY_PROJECT = INDEXED.map(({ table, columns, count, isKeyed }) => {
  const keyOf = (row: string) => (isKeyed ? `${row}.project_key` : `coalesce(${row}.project_key, '')`);
  const indexed = [...columns, "pairs"].join(", ");
  const watched = [...columns, "pairs", "project_key"];
  const textOf = (row: string) =>
    `(number << 32) | ${row}.id, ${[...columns, "pairs"].map((column) => `${row}.${column}`).join(", ")} FROM text_projects
  WHERE project_key = ${keyOf(row)};`;
  const add = `  INSERT INTO text_projects (project_key, ${count}) VALUES (${keyOf("new")}, 1)
    ON CONFLICT DO UPDATE SET ${count} = ${count} + 1;
  INSERT INTO ${table}_fts (rowid, ${indexed}) SELECT ${textOf("new")}`;
  const remove = `  INSERT INTO ${table}_fts (${table}_fts, rowid, ${indexed}) SELECT 'delete', ${textOf("old")}
  UPDATE text_projects SET ${count} = ${count} - 1 WHERE project_key = ${keyOf("old")};`;
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

/** Append only: a migration that shipped never changes. Its position in the list is its number. */
export const MEMORY_MIGRATIONS: readonly string[] = [
  // Observations and summaries of the recorded calls, with full-text indexes that keep nothing of deleted rows. Prompts are
  // rows of the ledger; only their index is here.
  `
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
  at INTEGER NOT NULL
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
  at INTEGER NOT NULL
);
CREATE INDEX session_summaries_by_project ON session_summaries (project_key, at);

CREATE VIRTUAL TABLE observations_fts USING fts5(
  title, summary, files, content='observations', content_rowid='id', tokenize='porter unicode61'
);
CREATE VIRTUAL TABLE prompts_fts USING fts5(text, tokenize='porter unicode61');
CREATE VIRTUAL TABLE session_summaries_fts USING fts5(
  request, text, content='session_summaries', content_rowid='id', tokenize='porter unicode61'
);
INSERT INTO observations_fts (observations_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO prompts_fts (prompts_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO session_summaries_fts (session_summaries_fts, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER observations_added AFTER INSERT ON observations BEGIN
  INSERT INTO observations_fts (rowid, title, summary, files)
  VALUES (new.id, new.title, new.summary, new.files);
END;
CREATE TRIGGER observations_removed AFTER DELETE ON observations BEGIN
  INSERT INTO observations_fts (observations_fts, rowid, title, summary, files)
  VALUES ('delete', old.id, old.title, old.summary, old.files);
END;
CREATE TRIGGER observations_reworded AFTER UPDATE OF title, summary, files ON observations BEGIN
  INSERT INTO observations_fts (observations_fts, rowid, title, summary, files)
  VALUES ('delete', old.id, old.title, old.summary, old.files);
  INSERT INTO observations_fts (rowid, title, summary, files)
  VALUES (new.id, new.title, new.summary, new.files);
END;

CREATE TRIGGER session_summaries_added AFTER INSERT ON session_summaries BEGIN
  INSERT INTO session_summaries_fts (rowid, request, text) VALUES (new.id, new.request, new.text);
END;
CREATE TRIGGER session_summaries_removed AFTER DELETE ON session_summaries BEGIN
  INSERT INTO session_summaries_fts (session_summaries_fts, rowid, request, text)
  VALUES ('delete', old.id, old.request, old.text);
END;
CREATE TRIGGER session_summaries_reworded AFTER UPDATE OF request, text ON session_summaries BEGIN
  INSERT INTO session_summaries_fts (session_summaries_fts, rowid, request, text)
  VALUES ('delete', old.id, old.request, old.text);
  INSERT INTO session_summaries_fts (rowid, request, text) VALUES (new.id, new.request, new.text);
END;
`,

  // What was recalled for Claude, and the words that are too common to search for. Receipts name rows and never repeat their
  // text, so that forgetting the rows is enough.
  `
CREATE TABLE recall_receipts (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  event TEXT NOT NULL,
  prompt_id TEXT,
  parts TEXT NOT NULL DEFAULT '[]',
  terms TEXT NOT NULL DEFAULT '[]',
  tokens INTEGER NOT NULL,
  at INTEGER NOT NULL
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

CREATE TABLE common_terms (
  term TEXT PRIMARY KEY,
  documents INTEGER NOT NULL
) WITHOUT ROWID;
`,

  // How far each transcript was read, by a hash of its path, because a file name may reveal too much. Data that `forget`
  // deleted must not come back with the next ingest. A prompt is identified by the id of its record, in every copy of it.
  `
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
`,

  // Hourly metrics, computed when calls and prompts are drained; and archived transcripts.
  `
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
`,

  // Triage: candidates for memories, how far each transcript was triaged, and people's feedback on the patterns. A cursor has
  // only a hash of its path, so that `forget` need not delete it: what was forgotten must not be found again.
  `
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
`,

  // The index of memory files. The files are the truth; only usage counts exist here alone.
  `
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

CREATE VIRTUAL TABLE memories_fts USING fts5(
  title, tags, body, content='memories', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE memories_parts_fts USING fts5(
  title, tags, body, content='memories', content_rowid='id', tokenize='trigram remove_diacritics 1'
);
INSERT INTO memories_fts (memories_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO memories_parts_fts (memories_parts_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER memories_added AFTER INSERT ON memories BEGIN
  INSERT INTO memories_fts (rowid, title, tags, body) VALUES (new.id, new.title, new.tags, new.body);
  INSERT INTO memories_parts_fts (rowid, title, tags, body) VALUES (new.id, new.title, new.tags, new.body);
END;
CREATE TRIGGER memories_removed AFTER DELETE ON memories BEGIN
  INSERT INTO memories_fts (memories_fts, rowid, title, tags, body)
  VALUES ('delete', old.id, old.title, old.tags, old.body);
  INSERT INTO memories_parts_fts (memories_parts_fts, rowid, title, tags, body)
  VALUES ('delete', old.id, old.title, old.tags, old.body);
END;
CREATE TRIGGER memories_reworded AFTER UPDATE OF title, tags, body ON memories
WHEN old.title <> new.title OR old.tags <> new.tags OR old.body <> new.body BEGIN
  INSERT INTO memories_fts (memories_fts, rowid, title, tags, body)
  VALUES ('delete', old.id, old.title, old.tags, old.body);
  INSERT INTO memories_parts_fts (memories_parts_fts, rowid, title, tags, body)
  VALUES ('delete', old.id, old.title, old.tags, old.body);
  INSERT INTO memories_fts (rowid, title, tags, body) VALUES (new.id, new.title, new.tags, new.body);
  INSERT INTO memories_parts_fts (rowid, title, tags, body) VALUES (new.id, new.title, new.tags, new.body);
END;

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
`,

  // Reflections (one per session), their findings to decide on, and the outcomes.
  `
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
`,

  // Issues that are being filed, so that two reviews do not file the same finding.
  `
CREATE TABLE issue_claims (
  repository TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  PRIMARY KEY (repository, fingerprint)
) WITHOUT ROWID;
`,

  // Memory files that were written here or that a person accepted, by the hash of their content. Of the memories already
  // indexed, those that name a session of this machine; the others are read again.
  `
CREATE TABLE own_memories (
  project_key TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (project_key, hash)
) WITHOUT ROWID;
ALTER TABLE memories ADD COLUMN origin TEXT NOT NULL DEFAULT 'here';
INSERT OR IGNORE INTO own_memories (project_key, hash)
  SELECT m.project_key, m.hash FROM memories m WHERE m.source_session IS NOT NULL
    AND (EXISTS (SELECT 1 FROM session_summaries s WHERE s.session_id = m.source_session)
      OR EXISTS (SELECT 1 FROM observations o WHERE o.session_id = m.source_session));
UPDATE memories SET origin = 'repository', mtime = -1, hash = ''
  WHERE root LIKE '%/.claude/memory' AND project_key <> ''
    AND NOT EXISTS (SELECT 1 FROM own_memories own
      WHERE own.project_key = memories.project_key AND own.hash = memories.hash);
DELETE FROM memory_roots WHERE root LIKE '%/.claude/memory';
`,

  // The test results of a command, as JSON. Older rows have none; their titles follow an earlier rule.
  `
ALTER TABLE observations ADD COLUMN tests TEXT;
`,
  // Search counts and ranks within a project, so each text is indexed with the number of its project as a word. The trigram
  // index is dropped: it was the larger half of this file, and a fallback scans the texts themselves.
  `
CREATE TABLE text_projects (
  number INTEGER PRIMARY KEY,
  project_key TEXT NOT NULL UNIQUE,
  observations INTEGER NOT NULL DEFAULT 0,
  summaries INTEGER NOT NULL DEFAULT 0,
  memories INTEGER NOT NULL DEFAULT 0
);
INSERT INTO text_projects (project_key)
  SELECT coalesce(project_key, '') FROM observations UNION SELECT coalesce(project_key, '') FROM session_summaries
  UNION SELECT project_key FROM memories;
UPDATE text_projects AS p SET
  observations = (SELECT count(*) FROM observations o WHERE o.project_key = p.project_key),
  summaries = (SELECT count(*) FROM session_summaries s WHERE s.project_key = p.project_key),
  memories = (SELECT count(*) FROM memories m WHERE m.project_key = p.project_key);

${DROP_TRIGGERS}
DROP TABLE observations_fts;
DROP TABLE session_summaries_fts;
DROP TABLE memories_fts;
DROP TABLE memories_parts_fts;
DROP TABLE common_terms;

CREATE VIEW observation_texts AS
  SELECT id, title, summary, files, 'projectnumber' || number AS project FROM observations o
  JOIN text_projects p ON p.project_key = coalesce(o.project_key, '');
CREATE VIEW session_summary_texts AS
  SELECT id, request, text, 'projectnumber' || number AS project FROM session_summaries s
  JOIN text_projects p ON p.project_key = coalesce(s.project_key, '');
CREATE VIEW memory_texts AS
  SELECT id, title, tags, body, 'projectnumber' || number AS project FROM memories m
  JOIN text_projects p ON p.project_key = m.project_key;

CREATE VIRTUAL TABLE observations_fts USING fts5(
  title, summary, files, project, content='observation_texts', content_rowid='id', tokenize='porter unicode61'
);
CREATE VIRTUAL TABLE session_summaries_fts USING fts5(
  request, text, project, content='session_summary_texts', content_rowid='id', tokenize='porter unicode61'
);
CREATE VIRTUAL TABLE memories_fts USING fts5(
  title, tags, body, project, content='memory_texts', content_rowid='id',
  tokenize='porter unicode61 remove_diacritics 2'
);
INSERT INTO observations_fts (observations_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO session_summaries_fts (session_summaries_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO memories_fts (memories_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO observations_fts (observations_fts) VALUES ('rebuild');
INSERT INTO session_summaries_fts (session_summaries_fts) VALUES ('rebuild');
INSERT INTO memories_fts (memories_fts) VALUES ('rebuild');

${indexTriggers()}
`,
  // Scripts without spaces are searched by pairs of adjacent characters, which are indexed together with the project. Existing
  // texts in such scripts are indexed again. migrate.ts defines unspaced_pairs().
  `
${DROP_TRIGGERS}
DROP VIEW observation_texts;
DROP VIEW session_summary_texts;
DROP VIEW memory_texts;
ALTER TABLE observations ADD COLUMN pairs TEXT NOT NULL DEFAULT '';
ALTER TABLE session_summaries ADD COLUMN pairs TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN pairs TEXT NOT NULL DEFAULT '';

CREATE VIEW observation_texts AS
  SELECT id, title, summary, files, 'projectnumber' || number || ' ' || pairs AS project FROM observations o
  JOIN text_projects p ON p.project_key = coalesce(o.project_key, '');
CREATE VIEW session_summary_texts AS
  SELECT id, request, text, 'projectnumber' || number || ' ' || pairs AS project FROM session_summaries s
  JOIN text_projects p ON p.project_key = coalesce(s.project_key, '');
CREATE VIEW memory_texts AS
  SELECT id, title, tags, body, 'projectnumber' || number || ' ' || pairs AS project FROM memories m
  JOIN text_projects p ON p.project_key = m.project_key;

${indexTriggers("pairs")}

UPDATE observations SET pairs = unspaced_pairs(title || char(10) || summary || char(10) || files)
  WHERE title || summary || files GLOB '*[ก-໿က-႟ក-៿々ぁ-ヿ㐀-鿿]*';
UPDATE session_summaries SET pairs = unspaced_pairs(request || char(10) || text) WHERE request || text GLOB '*[ก-໿က-႟ក-៿々ぁ-ヿ㐀-鿿]*';
UPDATE memories SET pairs = unspaced_pairs(title || char(10) || tags || char(10) || body)
  WHERE title || tags || body GLOB '*[ก-໿က-႟ក-៿々ぁ-ヿ㐀-鿿]*';

CREATE TABLE prompt_words AS SELECT rowid AS id, text FROM prompts_fts;
DROP TABLE prompts_fts;
CREATE VIRTUAL TABLE prompts_fts USING fts5(text, pairs, tokenize='porter unicode61');
INSERT INTO prompts_fts (prompts_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO prompts_fts (rowid, text, pairs)
  SELECT id, text, iif(text GLOB '*[ก-໿က-႟ក-៿々ぁ-ヿ㐀-鿿]*', unspaced_pairs(text), '') FROM prompt_words ORDER BY id;
DROP TABLE prompt_words;
`,
  // The record of runs. The test results of observations move here; their column is no longer read.
  `
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
  task_id TEXT
);
CREATE INDEX runs_of_session ON runs (session_id, at);
CREATE INDEX runs_of_project ON runs (project_key, at);
INSERT OR IGNORE INTO runs (session_id, project_key, tool_use_id, at, check_name, command, state, evidence, passed, failed,
    skipped)
  SELECT session_id, project_key, tool_use_id, at,
    coalesce((SELECT group_concat(value, ', ') FROM json_each(tests, '$.runners')), 'tests'), coalesce(subject, ''),
    coalesce(tests ->> '$.state', 'unknown'), iif(tests IS NULL, NULL, 'summary'),
    tests ->> '$.passed', tests ->> '$.failed', tests ->> '$.skipped'
  FROM observations
  WHERE (tests IS NOT NULL AND json_valid(tests)) OR (tests IS NULL AND kind = 'command' AND result IS NULL);
`,
  // Runs of lint, types and builds besides those of tests.
  "ALTER TABLE runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'tests'",
  // How long the hook had taken when the recall was done.
  "ALTER TABLE recall_receipts ADD COLUMN hook_ms REAL",
  // The project of a text is part of its row id, no longer a word: the list of a project's texts took longer to read than those of
  // the words in question.
  `
${DROP_TRIGGERS}
DROP TABLE observations_fts;
DROP TABLE session_summaries_fts;
DROP TABLE memories_fts;
DROP VIEW observation_texts;
DROP VIEW session_summary_texts;
DROP VIEW memory_texts;

${INDEXES_BY_PROJECT}
`,
];
