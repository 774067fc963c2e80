// Removes what was recorded. Every table is asked, so that one added later is not forgotten.
import type { Store } from "./open.ts";
import { dropLostWords } from "./prompts.ts";

export type Forgetting = { sessions: readonly string[] } | { text: string };

/** Rows by table. */
export type Forgotten = Record<string, number>;

export function forgetRows(store: Store, what: Forgetting): Forgotten {
  const gone: Forgotten = {};
  for (const table of ordinaryTables(store)) {
    const removed =
      "text" in what ? forgetText(store, table, what.text) : forgetSessions(store, table, what.sessions);
    if (removed > 0) gone[table] = removed;
  }
  dropLostWords(store);
  return gone;
}

/** Rewrites the files and empties their logs: nothing stays in free pages. False when another process kept a log. */
export function scrub(store: Store): boolean {
  store.run("PRAGMA wal_checkpoint(TRUNCATE)");
  store.run("VACUUM main");
  store.run("VACUUM memory");
  return ["main", "memory"].every((name) => {
    const row = store.query(`PRAGMA ${name}.wal_checkpoint(TRUNCATE)`).get() as { busy: number };
    return row.busy === 0;
  });
}

/** Sessions that say the text somewhere: their exports may have it too. */
export function sessionsSaying(store: Store, text: string): string[] {
  const found = ordinaryTables(store)
    .filter((table) => columns(store, table).includes("session_id"))
    .flatMap(
      (table) =>
        store
          .query(`SELECT DISTINCT session_id AS id FROM ${table} WHERE ${saysIt(store, table)}`)
          .all({ text }) as {
          id: string | null;
        }[],
    );
  return [...new Set(found.flatMap(({ id }) => id ?? []))];
}

export function sessionsOfProject(store: Store, key: string, dir: string): string[] {
  const rows = store
    .query("SELECT session_id AS id FROM sessions WHERE project_key = $key OR project_dir = $dir")
    .all({ key, dir }) as { id: string }[];
  return rows.map(({ id }) => id);
}

function forgetSessions(store: Store, table: string, sessions: readonly string[]): number {
  const list = JSON.stringify(sessions);
  if (table === "flow_evidence") {
    const ofFlows = "SELECT id FROM flows WHERE session_id IN (SELECT value FROM json_each($list))";
    return store.query(`DELETE FROM flow_evidence WHERE flow_id IN (${ofFlows})`).run({ list }).changes;
  }
  if (!columns(store, table).includes("session_id")) return 0;
  return store
    .query(`DELETE FROM ${table} WHERE session_id IN (SELECT value FROM json_each($list))`)
    .run({ list }).changes;
}

function forgetText(store: Store, table: string, text: string): number {
  if (table === "sessions") {
    return store
      .query(
        "UPDATE sessions SET original_request = NULL WHERE instr(lower(original_request), lower($text)) > 0",
      )
      .run({ text }).changes;
  }
  const where = saysIt(store, table);
  return store.query(`DELETE FROM ${table} WHERE ${where}`).run({ text }).changes;
}

/** JSON writes a quote or a line's end in another way. */
function saysIt(store: Store, table: string): string {
  const escaped = "substr(json_quote($text), 2, length(json_quote($text)) - 2)";
  const tests = columns(store, table).flatMap((column) => [
    `instr(lower(${column}), lower($text)) > 0`,
    `instr(lower(${column}), lower(${escaped})) > 0`,
  ]);
  return tests.join(" OR ");
}

/** Evidence before the flows it belongs to. */
function ordinaryTables(store: Store): string[] {
  const rows = store
    .query(
      `SELECT name FROM (SELECT * FROM main.sqlite_master UNION ALL SELECT * FROM memory.sqlite_master)
       WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT IN ('meta', 'drain_lock', 'ingest_cursors', 'ingest_counts', 'triage_cursors') ORDER BY name = 'flows', name`,
    )
    .all() as { name: string }[];
  return rows.map(({ name }) => name);
}

function columns(store: Store, table: string): string[] {
  const rows = store.query("SELECT name FROM pragma_table_info($table)").all({ table }) as { name: string }[];
  return rows.map(({ name }) => name);
}
