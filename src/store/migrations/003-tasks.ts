// The client's own tasks, as its events told them.
export const sql = `
CREATE TABLE tasks (
  session_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  status TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (session_id, task_id)
) WITHOUT ROWID;
`;
