// Deletes recorded data by session or by text. Goes through every table there is, so that one added later is included.

import { inMemoryTransaction, inTransaction, type Store } from "./open.ts";
import { dropDeletedPrompts } from "./prompt-index.ts";

/** What to delete. `project`: also rows of the project that name no session, or one that is not known any more. */
export type DeleteTarget = { sessions: readonly string[]; project?: ProjectToDelete } | { text: string };

export interface ProjectToDelete {
  key: string;
  dirs: readonly string[];
}

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

/** What was made of any session's rows without saying which; it is made again. */
export function clearCaches(store: Store): void {
  inMemoryTransaction(store, () =>
    store.run("DELETE FROM text_projects WHERE observations + summaries + memories = 0"),
  );
  inTransaction(store, () => store.run("DELETE FROM check_results"));
}

/** The part of a table that is deleted. */
interface Share {
  file: string;
  table: string;
  how: string;
  where: string;
  bound: Record<string, string>;
}

function tally(shares: readonly Share[], count: (share: Share) => number): DeletedRowCounts {
  const counts: DeletedRowCounts = {};
  for (const share of shares) {
    const rows = count(share);
    if (rows > 0) counts[share.table] = (counts[share.table] ?? 0) + rows;
  }
  return counts;
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
  return valuesOf(store, "session_id", contains, { text });
}

/** The folder and its work trees, as far as sessions were seen in them. */
export function projectToDelete(store: Store, key: string, dir: string): ProjectToDelete {
  const rows = store.query("SELECT DISTINCT project_dir AS dir FROM sessions WHERE project_key = $key");
  const seen = (rows.all({ key }) as { dir: string | null }[]).flatMap((row) => row.dir ?? []);
  return { key, dirs: [...new Set([dir, ...seen])] };
}

/** Sessions of a project, whichever table knows them. */
export function sessionsOfProject(store: Store, project: ProjectToDelete): string[] {
  return valuesOf(store, "session_id", ofProject, boundValues({ sessions: [], project }));
}

/** Folders that rows of these sessions name: their files may lie there. */
export function foldersOfSessions(store: Store, sessions: readonly string[]): string[] {
  return valuesOf(store, "project_dir", () => OF_SESSIONS, boundValues({ sessions }));
}

/** Folders of all projects that any row names. */
export function allFolders(store: Store): string[] {
  return valuesOf(store, "project_dir", () => "session_id IS NOT NULL", {});
}

/** Of a column, in the rows of sessions that meet the condition for their table's columns. */
function valuesOf(
  store: Store,
  column: string,
  condition: (names: readonly string[]) => string,
  bound: Record<string, string>,
): string[] {
  const found = ordinaryTables(store).flatMap(({ table }) => {
    const names = columns(store, table);
    const where = names.includes("session_id") && names.includes(column) ? condition(names) : "";
    if (where === "") return [];
    const rows = store.query(`SELECT DISTINCT ${column} AS value FROM ${table} WHERE ${where}`);
    return rows.all(boundFor(where, bound)) as { value: string | null }[];
  });
  return [...new Set(found.flatMap(({ value }) => value || []))];
}

function sharesOf(store: Store, what: DeleteTarget): Share[] {
  return ordinaryTables(store).flatMap(({ file, table }): Share[] => {
    const share = { file, table, how: `DELETE FROM ${table}` };
    if ("text" in what)
      return withText(store, table).map((part) => ({ ...share, ...part, bound: { text: what.text } }));
    const where = belonging(columns(store, table), table, what);
    return where === "" ? [] : [{ ...share, where, bound: boundFor(where, boundValues(what)) }];
  });
}

const OF_SESSIONS = "session_id IN (SELECT value FROM json_each($list))";

/** Rows that belong to a row of another table. */
const PARTS: Record<string, { owner: string; link: string }> = {
  flow_evidence: { owner: "flows", link: "flow_id" },
  subagent_reports: { owner: "pipeline_runs", link: "run_id" },
};

/** Tables that name a session in another column. */
const OTHERS: Record<string, string> = {
  ingest_counts: "owner IN (SELECT value FROM json_each($list))",
  recall_receipts: `${OF_SESSIONS} OR EXISTS (SELECT 1 FROM json_each($list) WHERE instr(parts, value) > 0)`,
  recall_items: `${OF_SESSIONS} OR (source IN ('session', 'title') AND item_id IN (SELECT value FROM json_each($list)))`,
};

type OfSessions = Exclude<DeleteTarget, { text: string }>;

/** The condition for the rows of a table; empty when none of them can belong to a session or a project. */
function belonging(names: readonly string[], table: string, what: OfSessions): string {
  const part = PARTS[table];
  if (part) {
    const owners = belonging(["session_id", "project_dir"], part.owner, what);
    return `${part.link} IN (SELECT id FROM ${part.owner} WHERE ${owners})`;
  }
  const own = OTHERS[table] ?? (names.includes("session_id") ? OF_SESSIONS : "");
  return [own, what.project ? ofProject(names) : ""].filter((where) => where !== "").join(" OR ");
}

function ofProject(names: readonly string[]): string {
  const tests = [
    names.includes("project_key") ? "project_key = $key" : "",
    names.includes("project_dir") ? "project_dir IN (SELECT value FROM json_each($dirs))" : "",
  ];
  return tests.filter((test) => test !== "").join(" OR ");
}

function boundValues({ sessions, project }: OfSessions): Record<string, string> {
  const dirs = JSON.stringify(project?.dirs ?? []);
  return { list: JSON.stringify(sessions), key: project?.key ?? "", dirs };
}

/** Only what the condition names: SQLite refuses more. */
function boundFor(where: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => where.includes(`$${name}`)));
}

/** A session stays known unless its own row says the text elsewhere than in its request. */
function withText(store: Store, table: string): { where: string; how?: string }[] {
  if (table !== "sessions") return [{ where: contains(columns(store, table)) }];
  const others = columns(store, table).filter((name) => name !== "original_request");
  return [
    { where: contains(others) },
    { how: "UPDATE sessions SET original_request = NULL", where: contains(["original_request"]) },
  ];
}

/** Also as JSON writes it, which escapes quotes and newlines. */
function contains(names: readonly string[]): string {
  const escaped = "substr(json_quote($text), 2, length(json_quote($text)) - 2)";
  const tests = names.flatMap((column) => [
    `instr(lower(${column}), lower($text)) > 0`,
    `instr(lower(${column}), lower(${escaped})) > 0`,
  ]);
  return tests.join(" OR ");
}

/** Ours, and without a word of a session: hashes of paths and how far they were read, which must outlive what was read. */
const KEPT = ["meta", "drain_lock", "ingest_cursors", "triage_cursors"];

/** Parts come before the rows they belong to. */
function ordinaryTables(store: Store): { file: string; table: string }[] {
  const rows = store
    .query(
      `SELECT file, name AS "table" FROM (SELECT 'main' AS file, * FROM main.sqlite_master
         UNION ALL SELECT 'memory' AS file, * FROM memory.sqlite_master)
       WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .all() as { file: string; table: string }[];
  const isPart = ({ table }: { table: string }) => table in PARTS;
  return rows
    .filter(({ table }) => !KEPT.includes(table))
    .toSorted((a, b) => Number(isPart(b)) - Number(isPart(a)));
}

function columns(store: Store, table: string): string[] {
  const rows = store.query("SELECT name FROM pragma_table_info($table)").all({ table }) as { name: string }[];
  return rows.map(({ name }) => name);
}
