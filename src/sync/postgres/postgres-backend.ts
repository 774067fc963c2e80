// A team's rows in PostgreSQL. A cursor is the last number read of each project, with the id of the database.
import { isRecord, parseJson } from "../../text/unknown-values.ts";
import { type Backend, type Batch, type Membership, RemoteError } from "../backend.ts";
import { type PulledRow, type Row, readRow } from "../row.ts";
import { Connection } from "./connection.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { TeamUrl } from "./team-url.ts";

/** `seq`: by project, with "" for the rows of none. */
interface Cursor {
  team: string;
  seq: Record<string, number>;
}

const MAX_PULLED = 500;
const MAX_PULLED_BYTES = 4 * 1024 * 1024;
const MAX_PUSHED = 500;

/** Connects when it is first used. `queryMs`: how long one query may take. */
export function openPostgresBackend(
  url: TeamUrl,
  password: string,
  { queryMs }: { queryMs?: number } = {},
): Backend {
  const connection = new Connection(url, password, queryMs);
  let team: Promise<Team> | undefined;
  const open = () => {
    team ??= findTeam(connection, url.username);
    return team;
  };
  return {
    findTeam: open,
    async *pull(since, projects) {
      yield* pullRows(connection, (await open()).id, since, ["", ...projects]);
    },
    async push(rows) {
      await open();
      for (let n = 0; n < rows.length; n += MAX_PUSHED)
        await pushRows(connection, rows.slice(n, n + MAX_PUSHED));
    },
    close: () => connection.close(),
  };
}

interface Team extends Membership {
  /** Of the database. */
  id: string;
}

/** The database has our tables and knows the developer. */
async function findTeam(connection: Connection, developer: string): Promise<Team> {
  const [found] = await connection.run(
    (sql) => sql`SELECT to_regnamespace('holdfast') IS NOT NULL AS is_set_up,
      has_schema_privilege(to_regnamespace('holdfast'), 'USAGE') AS is_known`,
  );
  if (!found.is_set_up)
    throw new RemoteError("unusable", "has no team yet: its admin has to run `holdfast sync admin init`");
  const unknown = new RemoteError(
    "refused",
    `does not know ${developer}: the team's admin has to run \`holdfast sync admin add ${developer}\``,
  );
  if (!found.is_known) throw unknown;
  const [{ version }] = await connection.run(
    (sql) => sql`SELECT max(version) AS version FROM holdfast.migrations`,
  );
  if (version > MIGRATIONS.length)
    throw new RemoteError("newer", "was set up by a newer holdfast: update this one");
  if (version < MIGRATIONS.length)
    throw new RemoteError(
      "unusable",
      "was set up by an older holdfast: its admin has to run `holdfast sync admin init` again",
    );
  const [row] = await connection.run(
    (sql) =>
      sql`SELECT t.id, d.is_active, d.projects, d.may_make_rules FROM holdfast.team t LEFT JOIN holdfast.developers d ON d.name = ${developer}`,
  );
  if (row.is_active !== true) throw unknown;
  const { id, projects, may_make_rules: mayMakeRules } = row;
  return { id, developer, projects, mayMakeRules };
}

async function* pullRows(
  connection: Connection,
  team: string,
  since: string | null,
  projects: readonly string[],
): AsyncGenerator<Batch> {
  const heads: { project: string; seq: string }[] = await connection.run(
    (sql) =>
      sql`SELECT project, seq FROM holdfast.counters WHERE project = ANY(${sql.array([...projects], "TEXT")}::text[])`,
  );
  const before = readCursor(since);
  // After a restore from a backup, the numbers are lower than what was read.
  const isRewound = heads.some(({ project, seq }) => Number(seq) < (before?.seq[project] ?? 0));
  const isRestarted = since !== null && (before?.team !== team || isRewound);
  const cursor: Cursor = { team, seq: isRestarted ? {} : { ...before?.seq } };
  for (const { project, seq } of heads) {
    const head = Number(seq);
    while ((cursor.seq[project] ?? 0) < head) {
      const page = await readPage(connection, project, cursor.seq[project] ?? 0, head);
      cursor.seq[project] = page.last;
      yield { rows: page.rows, cursor: JSON.stringify(cursor), isRestarted, ignored: page.ignored };
    }
  }
  yield { rows: [], cursor: JSON.stringify(cursor), isRestarted, ignored: 0 };
}

function readCursor(text: string | null): Cursor | null {
  const value = parseJson(text ?? "null");
  return isRecord(value) && isRecord(value.seq) ? (value as unknown as Cursor) : null;
}

async function readPage(
  connection: Connection,
  project: string,
  since: number,
  head: number,
): Promise<{ rows: PulledRow[]; last: number; ignored: number }> {
  const found: Record<string, unknown>[] = await connection.run(
    (sql) => sql`
      SELECT * FROM (
        SELECT *, sum(octet_length(payload)) OVER (ORDER BY seq) - octet_length(payload) AS bytes_before FROM (
          SELECT * FROM holdfast.rows WHERE project = ${project} AND seq > ${since} AND seq <= ${head}
          ORDER BY seq LIMIT ${MAX_PULLED}) AS page) AS sized
      WHERE bytes_before <= ${MAX_PULLED_BYTES} ORDER BY seq`,
  );
  const rows = found.flatMap((each) => toRow(each) ?? []);
  const isLast = found.length === 0;
  return { rows, last: isLast ? head : Number(found.at(-1)?.seq), ignored: found.length - rows.length };
}

function toRow(found: Record<string, unknown>): PulledRow | null {
  const { author, version } = found;
  const row = readRow({ ...found, version: Number(version) });
  return row && typeof author === "string" ? { ...row, author } : null;
}

async function pushRows(connection: Connection, rows: readonly Row[]): Promise<void> {
  const texts = (name: "kind" | "id" | "machine" | "project" | "payload" | "signature") =>
    rows.map((row) => row[name]);
  await connection.run(
    (sql) => sql`SELECT holdfast.push(
      ${sql.array(texts("kind"), "TEXT")}::text[], ${sql.array(texts("id"), "TEXT")}::text[],
      ${sql.array(texts("machine"), "TEXT")}::text[], ${sql.array(texts("project"), "TEXT")}::text[],
      ${sql.array(
        rows.map(({ version }) => version),
        "BIGINT",
      )}::bigint[],
      ${sql.array(
        rows.map(({ deleted }) => deleted),
        "BOOLEAN",
      )}::boolean[],
      ${sql.array(texts("payload"), "TEXT")}::text[], ${sql.array(texts("signature"), "TEXT")}::text[])`,
  );
}
