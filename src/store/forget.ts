// Deletes recorded data by session or by text. Goes through every table there is, so that one added later is included.

import { inMemoryTransaction, inTransaction, type Store } from "./open.ts";
import { dropDeletedPrompts } from "./prompts.ts";

/** What to delete. */
export type DeleteTarget = { sessions: readonly string[] } | { text: string };

/** Deleted rows by table. */
export type DeletedRowCounts = Record<string, number>;

/** How many rows would be deleted. */
export function countRows(store: Store, what: DeleteTarget): DeletedRowCounts {
  return tally(sharesOf(store, what), ({ table, where, bound }) => {
    const row = store.query(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get(bound);
    return (row as { n: number }).n;
  });
}

/** One file after the other, because hooks wait for the ledger. The ledger comes last: it knows the sessions, should this have to be repeated. */
export function forgetRows(store: Store, what: DeleteTarget): DeletedRowCounts {
  const { main = [], memory = [] } = Object.groupBy(sharesOf(store, what), ({ file }) => file);
  const forget = ({ how, where, bound }: Share) => store.query(`${how} WHERE ${where}`).run(bound).changes;
  const fromMemory = inMemoryTransaction(store, () => tally(memory, forget));
  const fromLedger = inTransaction(store, () => tally(main, forget));
  inMemoryTransaction(store, () => dropDeletedPrompts(store));
  return { ...fromMemory, ...fromLedger };
}

/** The part of a table that is deleted. */
interface Share {
  file: string;
  table: string;
  how: string;
  where: string;
  bound: { list: string } | { text: string };
}

function tally(shares: readonly Share[], count: (share: Share) => number): DeletedRowCounts {
  const counted = shares.map((share) => [share.table, count(share)] as const);
  return Object.fromEntries(counted.filter(([, rows]) => rows > 0));
}

/** Rewrites the files and truncates their write-ahead logs: nothing stays in free pages. False when another process held a log. */
export function scrub(store: Store): boolean {
  store.run("PRAGMA wal_checkpoint(TRUNCATE)");
  store.run("VACUUM main");
  store.run("VACUUM memory");
  return ["main", "memory"].every((name) => {
    const row = store.query(`PRAGMA ${name}.wal_checkpoint(TRUNCATE)`).get() as { busy: number };
    return row.busy === 0;
  });
}

/** Sessions with the text in any of their rows: their exports may have it too. */
export function sessionsContaining(store: Store, text: string): string[] {
  const found = ordinaryTables(store)
    .filter(({ table }) => columns(store, table).includes("session_id"))
    .flatMap(
      ({ table }) =>
        store
          .query(`SELECT DISTINCT session_id AS id FROM ${table} WHERE ${contains(store, table)}`)
          .all({ text }) as {
          id: string | null;
        }[],
    );
  return [...new Set(found.flatMap(({ id }) => id ?? []))];
}

export function sessionsOfProject(store: Store, key: string, dir: string): string[] {
  const rows = store
    .query(
      `SELECT session_id AS id FROM sessions WHERE project_key = $key OR project_dir = $dir
       UNION SELECT session_id FROM reflections WHERE project_key = $key OR project_dir = $dir
       UNION SELECT session_id FROM findings WHERE project_key = $key`,
    )
    .all({ key, dir }) as { id: string }[];
  return rows.map(({ id }) => id);
}

function sharesOf(store: Store, what: DeleteTarget): Share[] {
  return ordinaryTables(store).flatMap(({ file, table }): Share[] => {
    const share = { file, table, how: `DELETE FROM ${table}` };
    if ("text" in what) return [{ ...share, ...withText(store, table), bound: { text: what.text } }];
    const where = ofSessions(store, table);
    return where === null ? [] : [{ ...share, where, bound: { list: JSON.stringify(what.sessions) } }];
  });
}

function ofSessions(store: Store, table: string): string | null {
  const among = "session_id IN (SELECT value FROM json_each($list))";
  if (table === "flow_evidence") return `flow_id IN (SELECT id FROM flows WHERE ${among})`;
  return columns(store, table).includes("session_id") ? among : null;
}

function withText(store: Store, table: string): { where: string; how?: string } {
  if (table !== "sessions") return { where: contains(store, table) };
  return {
    how: "UPDATE sessions SET original_request = NULL",
    where: "instr(lower(original_request), lower($text)) > 0",
  };
}

/** Also as JSON writes it, which escapes quotes and newlines. */
function contains(store: Store, table: string): string {
  const escaped = "substr(json_quote($text), 2, length(json_quote($text)) - 2)";
  const tests = columns(store, table).flatMap((column) => [
    `instr(lower(${column}), lower($text)) > 0`,
    `instr(lower(${column}), lower(${escaped})) > 0`,
  ]);
  return tests.join(" OR ");
}

/** Evidence comes before the flows it belongs to. */
function ordinaryTables(store: Store): { file: string; table: string }[] {
  return store
    .query(
      `SELECT file, name AS "table" FROM (SELECT 'main' AS file, * FROM main.sqlite_master
         UNION ALL SELECT 'memory' AS file, * FROM memory.sqlite_master)
       WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT IN ('meta', 'drain_lock', 'ingest_cursors', 'ingest_counts', 'triage_cursors') ORDER BY name = 'flows', name`,
    )
    .all() as { file: string; table: string }[];
}

function columns(store: Store, table: string): string[] {
  const rows = store.query("SELECT name FROM pragma_table_info($table)").all({ table }) as { name: string }[];
  return rows.map(({ name }) => name);
}
