// The index of memory files. The files are the truth; only what is counted lives here alone.
export const sql = `
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
`;
