// Deletes recorded data by session or by text. Lists the tables from the schema, so that a new one is included.

import { inMemoryTransaction, inTransaction, type Store } from "./open.ts";
import { dropDeletedPrompts } from "./prompt-index.ts";

/** `project`: also rows of the project that name no session or an unknown one. */
export type DeleteTarget = { sessions: readonly string[]; project?: ProjectToDelete } | { text: string };

export interface ProjectToDelete {
  key: string;
  dirs: readonly string[];
}

/** Deleted rows by table. */
export type DeletedRowCounts = Record<string, number>;

/** How many rows would be deleted. */
export function countRows(store: Store, target: DeleteTarget): DeletedRowCounts {
  return countByTable(planDeletions(store, target), ({ table, where, bound }) => {
    const row = store.query(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get(bound);
    return (row as { n: number }).n;
  });
}

/** One file after the other, because hooks wait for the ledger. The ledger comes last: if this is interrupted and repeated, the sessions are still known. */
export function forgetRows(store: Store, target: DeleteTarget): DeletedRowCounts {
  const { main = [], memory = [] } = Object.groupBy(planDeletions(store, target), ({ file }) => file);
  const forget = ({ sql, where, bound }: Deletion) => store.query(`${sql} WHERE ${where}`).run(bound).changes;
  const fromMemory = inMemoryTransaction(store, () => countByTable(memory, forget));
  const fromLedger = inTransaction(store, () => countByTable(main, forget));
  inMemoryTransaction(store, () => dropDeletedPrompts(store));
  return { ...fromMemory, ...fromLedger };
}

/** Deletes data that was derived from sessions without naming them. It is derived again when needed. */
export function clearCaches(store: Store): void {
  inMemoryTransaction(store, () =>
    store.run("DELETE FROM text_projects WHERE observations + summaries + memories = 0"),
  );
  inTransaction(store, () => store.run("DELETE FROM check_results"));
}

/** A statement without its WHERE, and the condition for the rows to delete. */
interface Deletion {
  file: string;
  table: string;
  sql: string;
  where: string;
  bound: Record<string, string>;
}

function countByTable(
  deletions: readonly Deletion[],
  count: (deletion: Deletion) => number,
): DeletedRowCounts {
  const counts: DeletedRowCounts = {};
  for (const deletion of deletions) {
    const rows = count(deletion);
    if (rows > 0) counts[deletion.table] = (counts[deletion.table] ?? 0) + rows;
  }
  return counts;
}

/** Rewrites the files and truncates their write-ahead logs, so that free pages keep nothing. False when another process uses a log. */
export function scrub(store: Store): boolean {
  store.run("PRAGMA wal_checkpoint(TRUNCATE)");
  store.run("VACUUM main");
  store.run("VACUUM memory");
  return ["main", "memory"].every((name) => {
    const row = store.query(`PRAGMA ${name}.wal_checkpoint(TRUNCATE)`).get() as { busy: number };
    return row.busy === 0;
  });
}

/** Sessions with the text in any of their rows; their archived transcripts may have it too. */
export function sessionsContaining(store: Store, text: string): string[] {
  return valuesOf(store, "session_id", containsText, { text });
}

/** The folder and those of its work trees that had sessions. */
export function projectToDelete(store: Store, key: string, dir: string): ProjectToDelete {
  const rows = store.query("SELECT DISTINCT project_dir AS dir FROM sessions WHERE project_key = $key");
  const others = (rows.all({ key }) as { dir: string | null }[]).flatMap((row) => row.dir ?? []);
  return { key, dirs: [...new Set([dir, ...others])] };
}

/** Sessions of a project, from every table that names them. */
export function sessionsOfProject(store: Store, project: ProjectToDelete): string[] {
  return valuesOf(store, "session_id", ofProject, boundValues({ sessions: [], project }));
}

/** Project folders that rows of these sessions name; their files may be there. */
export function foldersOfSessions(store: Store, sessions: readonly string[]): string[] {
  return valuesOf(store, "project_dir", () => OF_SESSIONS, boundValues({ sessions }));
}

export function allFolders(store: Store): string[] {
  return valuesOf(store, "project_dir", () => "session_id IS NOT NULL", {});
}

/** The values of a column in all tables with sessions. `condition` makes the WHERE from the names of a table's columns. */
function valuesOf(
  store: Store,
  column: string,
  condition: (names: readonly string[]) => string,
  bound: Record<string, string>,
): string[] {
  const values = ordinaryTables(store).flatMap(({ table }) => {
    const names = columns(store, table);
    const where = names.includes("session_id") && names.includes(column) ? condition(names) : "";
    if (where === "") return [];
    const rows = store.query(`SELECT DISTINCT ${column} AS value FROM ${table} WHERE ${where}`);
    return rows.all(bound) as { value: string | null }[];
  });
  return [...new Set(values.flatMap(({ value }) => value || []))];
}

function planDeletions(store: Store, target: DeleteTarget): Deletion[] {
  return ordinaryTables(store).flatMap(({ file, table }): Deletion[] => {
    const deletion = { file, table, sql: `DELETE FROM ${table}` };
    if ("text" in target)
      return withText(store, table).map((part) => ({ ...deletion, ...part, bound: { text: target.text } }));
    const where = conditionFor(columns(store, table), table, target);
    const bound = boundValues(target);
    if (where === "") return [];
    const shortening = {
      ...deletion,
      sql: `UPDATE messages SET text = ${OWN_WORDS}`,
      where: `${OF_SESSIONS} AND text <> ${OWN_WORDS}`,
      bound,
    };
    return [{ ...deletion, where, bound }, ...(table === "messages" ? [shortening] : [])];
  });
}

const OF_SESSIONS = "session_id IN (SELECT value FROM json_each($list))";

/** Rows that belong to a row of another table. */
const CHILD_TABLES: Record<string, { owner: string; link: string }> = {
  goal_evidence: { owner: "goals", link: "goal_id" },
  subagent_reports: { owner: "goals", link: "goal_id" },
};

/** What the person has not been told yet waits for a day: it may be about whoever forgets. */
const UNTOLD = "given_at IS NULL AND at >= (unixepoch() - 24 * 3600) * 1000";
/** Our own words, without the reason that somebody gave: "holdfast: the lock was removed by Claude". */
const OWN_WORDS =
  "iif(instr(substr(text, 11), ': ') = 0, text, substr(text, 1, 9 + instr(substr(text, 11), ': ')))";

/** Tables with rows or columns of their own. */
const SPECIAL_CONDITIONS: Record<string, string> = {
  messages: `${OF_SESSIONS} AND NOT (${UNTOLD})`,
  ingest_counts: "owner IN (SELECT value FROM json_each($list))",
  recall_receipts: `${OF_SESSIONS} OR EXISTS (SELECT 1 FROM json_each($list) WHERE instr(parts, value) > 0)`,
  recall_items: `${OF_SESSIONS} OR (source IN ('session', 'title') AND item_id IN (SELECT value FROM json_each($list)))`,
};

type SessionTarget = Exclude<DeleteTarget, { text: string }>;

/** The condition for the rows of a table; empty when no row can belong to a session or a project. */
function conditionFor(names: readonly string[], table: string, target: SessionTarget): string {
  const child = CHILD_TABLES[table];
  if (child) {
    const owners = conditionFor(["session_id", "project_dir"], child.owner, target);
    return `${child.link} IN (SELECT id FROM ${child.owner} WHERE ${owners})`;
  }
  const ofSessions = SPECIAL_CONDITIONS[table] ?? (names.includes("session_id") ? OF_SESSIONS : "");
  return [ofSessions, target.project ? ofProject(names) : ""].filter((where) => where !== "").join(" OR ");
}

function ofProject(names: readonly string[]): string {
  const tests = [
    names.includes("project_key") ? "project_key = $key" : "",
    names.includes("project_dir") ? "project_dir IN (SELECT value FROM json_each($dirs))" : "",
  ];
  return tests.filter((test) => test !== "").join(" OR ");
}

function boundValues({ sessions, project }: SessionTarget): Record<string, string> {
  const dirs = JSON.stringify(project?.dirs ?? []);
  return { list: JSON.stringify(sessions), key: project?.key ?? "", dirs };
}

/** A session's row with the text in its request loses only the request. */
function withText(store: Store, table: string): { where: string; sql?: string }[] {
  if (table !== "sessions") return [{ where: containsText(columns(store, table)) }];
  const others = columns(store, table).filter((name) => name !== "original_request");
  return [
    { where: containsText(others) },
    { sql: "UPDATE sessions SET original_request = NULL", where: containsText(["original_request"]) },
  ];
}

/** Also matches the text inside JSON, which escapes quotes and newlines. */
function containsText(names: readonly string[]): string {
  const escaped = "substr(json_quote($text), 2, length(json_quote($text)) - 2)";
  const tests = names.flatMap((column) => [
    `instr(lower(${column}), lower($text)) > 0`,
    `instr(lower(${column}), lower(${escaped})) > 0`,
  ]);
  return tests.join(" OR ");
}

/** Tables without text of sessions. The cursors must stay, so that deleted sessions are not read in again. */
const KEPT_TABLES = [
  "meta",
  "drain_lock",
  "ingest_cursors",
  "triage_cursors",
  // Memories are forgotten one by one, on all machines.
  "sync_rows",
  "synced_memories",
  "sync_state",
];

/** Child tables come before the tables they belong to. */
function ordinaryTables(store: Store): { file: string; table: string }[] {
  const rows = store
    .query(
      `SELECT file, name AS "table" FROM (SELECT 'main' AS file, * FROM main.sqlite_master
         UNION ALL SELECT 'memory' AS file, * FROM memory.sqlite_master)
       WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .all() as { file: string; table: string }[];
  const isChild = ({ table }: { table: string }) => table in CHILD_TABLES;
  return rows
    .filter(({ table }) => !KEPT_TABLES.includes(table))
    .toSorted((a, b) => Number(isChild(b)) - Number(isChild(a)));
}

function columns(store: Store, table: string): string[] {
  const rows = store.query("SELECT name FROM pragma_table_info($table)").all({ table }) as { name: string }[];
  return rows.map(({ name }) => name);
}
