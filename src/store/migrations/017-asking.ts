// Questions for the person, teammates that wait for work, what the last look at tool calls saw of tool events, and loops of
// other tools that were cancelled.
export const sql = `
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

ALTER TABLE budgets ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE loops ADD COLUMN file_key TEXT;
ALTER TABLE tool_counts ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
`;
