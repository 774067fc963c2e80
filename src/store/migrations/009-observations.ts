// What came of the recorded calls, and the words to find it by. Deletions leave nothing behind in the index. Prompts are
// rows of the ledger: their words are kept here by their id.
export const sql = `
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
`;
