// How far each transcript was read, by a hash of its path: what `forget` removed must not come back with the next
// reading, and the name of a file may say too much. A prompt is known by the id of its record, in every copy of it.
export const sql = `
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
`;
