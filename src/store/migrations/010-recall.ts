// What was given back to Claude, and the words that are too common to look for. Receipts name rows and never repeat
// their text: what is forgotten is then gone from here too.
export const sql = `
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
`;
