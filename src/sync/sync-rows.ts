// The rows that this machine knows: its own, and those that it pulled.
import type { Store } from "../store/open.ts";
import { parseJson } from "../text/unknown-values.ts";
import { type MachineKey, machineOf } from "./machine-key.ts";
import { isSignedBy, type PulledRow, type Row, type RowKey, type RowKind, signRow } from "./row.ts";

/** `author`: null for the person. */
export interface StoredRow extends PulledRow {
  /** By the machine that it names. */
  isSigned: boolean;
  isSent: boolean;
}

interface SqlRow extends Omit<StoredRow, "deleted" | "isSigned" | "isSent"> {
  deleted: number;
  is_signed: number;
  is_sent: number;
}

/** Of machines whose introduction is not known: they may be anybody's. */
const MAX_UNKNOWN_ROWS = 10_000;
/** A confirmed machine with a higher version is broken, and must not bring the others to the end of the numbers. */
const MAX_BELIEVED_VERSION = 2 ** 47;

export function findRow(store: Store, { kind, id, machine }: RowKey): StoredRow | null {
  const row = store
    .query("SELECT * FROM sync_rows WHERE kind = $kind AND id = $id AND machine = $machine")
    .get({ kind, id, machine }) as SqlRow | null;
  return row && toStored(row);
}

/** Of a kind and project, without deleted ones. */
export function listRows(store: Store, kind: RowKind, project: string): StoredRow[] {
  const rows = store.query(
    "SELECT * FROM sync_rows WHERE kind = $kind AND project = $project AND deleted = 0 ORDER BY id, machine",
  );
  return (rows.all({ kind, project }) as SqlRow[]).map(toStored);
}

export function listDeletedRows(store: Store, kind: RowKind): StoredRow[] {
  const rows = store.query("SELECT * FROM sync_rows WHERE kind = $kind AND deleted = 1 ORDER BY id, machine");
  return (rows.all({ kind }) as SqlRow[]).map(toStored);
}

/** Neither of a session nor a summary that somebody kept. */
const NO_SUMMARY = `kind <> 'session' AND (kind <> 'memory' OR deleted = 1 OR id NOT IN (
  SELECT id FROM sync_rows WHERE kind = 'memory' AND deleted = 0 AND payload ->> '$.labels.category' = 'SESSION_SUMMARY'))`;

/** Oldest first: a memory must not reach the remote after its tombstone. `projects`: of a team's developer, without session summaries; null: all, and what is personal. */
export function listUnsentRows(
  store: Store,
  machines: readonly string[],
  { projects, mayMakeRules }: { projects: readonly string[] | null; mayMakeRules: boolean },
  limit: number,
): StoredRow[] {
  const rows = store.query(
    `SELECT * FROM sync_rows WHERE is_sent = 0 AND is_signed = 1 AND author IS NULL AND machine IN (SELECT value FROM json_each($machines))
       AND ($projects IS NULL OR kind = 'machine' OR deleted = 1 OR project IN (SELECT value FROM json_each($projects)))
       AND (kind <> 'rule' OR $mayMakeRules) AND ($projects IS NULL OR ${NO_SUMMARY})
     ORDER BY version, kind, id LIMIT $limit`,
  );
  const found = rows.all({
    machines: JSON.stringify(machines),
    projects: projects && JSON.stringify(projects),
    mayMakeRules,
    limit,
  });
  return (found as SqlRow[]).map(toStored);
}

/** `isTeam`: without what is personal, which stays here. */
export function countUnsentRows(store: Store, machine: string, isTeam: boolean): number {
  const row = store.query(
    `SELECT count(*) AS n FROM sync_rows WHERE is_sent = 0 AND machine = $machine
       AND (NOT $isTeam OR ((kind = 'machine' OR deleted = 1 OR project <> '') AND ${NO_SUMMARY}))`,
  );
  return (row.get({ machine, isTeam }) as { n: number }).n;
}

export function markSent(store: Store, rows: readonly Row[]): void {
  const mark = store.query(
    "UPDATE sync_rows SET is_sent = 1 WHERE kind = $kind AND id = $id AND machine = $machine AND version = $version",
  );
  for (const { kind, id, machine, version } of rows) mark.run({ kind, id, machine, version });
}

/** The remote may have lost anything. */
export function markAllUnsent(store: Store): void {
  store.run("UPDATE sync_rows SET is_sent = 0");
}

/** A row of this machine that the remote has taken. */
export function saveSentRow(store: Store, row: Row): void {
  saveRow(store, { ...row, author: null, isSigned: true, isSent: true });
}

/** Signs and stores what this machine says. */
export function writeOwnRow(
  store: Store,
  key: MachineKey,
  row: Pick<Row, "kind" | "id" | "project" | "payload"> & { deleted?: boolean },
  version: number,
): void {
  const signed = signRow({ deleted: false, ...row, version }, key);
  saveRow(store, { ...signed, author: null, isSigned: true, isSent: false });
}

/** A tombstone instead of everything that is known about it. */
export function deleteOwnRow(
  store: Store,
  key: MachineKey,
  { kind, id }: Pick<Row, "kind" | "id">,
  version: number,
): void {
  writeOwnRow(store, key, { kind, id, project: "", payload: "", deleted: true }, version);
  dropLiveRows(store, { kind, id, author: null });
}

/** `author`: who deleted it, which removes nothing that others said. */
export function dropLiveRows(
  store: Store,
  { kind, id, author }: Pick<PulledRow, "kind" | "id" | "author">,
): void {
  store
    .query("DELETE FROM sync_rows WHERE kind = $kind AND id = $id AND author IS $author AND deleted = 0")
    .run({ kind, id, author });
}

/** What others wrote, and what was only for them. */
export function dropTeamRows(store: Store): void {
  store.run("DELETE FROM sync_rows WHERE author IS NOT NULL OR kind IN ('rule', 'decisions')");
}

/**
 * Stores pulled rows, without forged and outdated ones, and returns what is new. Introductions come first: they have the keys. `developer`: the person's
 * name in a team; whoever wrote a row otherwise is somebody else.
 */
export function storePulledRows(
  store: Store,
  rows: readonly PulledRow[],
  developer: string | null,
): StoredRow[] {
  const isIntroduction = ({ kind, id, machine }: Row) => kind === "machine" && id === machine;
  const ordered = [...rows.filter(isIntroduction), ...rows.filter((row) => !isIntroduction(row))];
  return ordered.flatMap(({ author, ...pulled }) => {
    const row = { ...pulled, author: author === developer ? null : author };
    const isSigned = isGenuine(store, row);
    const known = findRow(store, row);
    if (known?.version === row.version && known.signature === row.signature) markSent(store, [row]);
    if (isSigned === false || (known !== null && known.version >= row.version)) return [];
    // The database was lost after something was deleted: the row of before comes back.
    if (known?.deleted && !row.deleted) return [];
    if (isSigned === null && (known?.isSigned || hasTooManyUnknown(store))) return [];
    const stored: StoredRow = { ...row, isSigned: isSigned === true, isSent: true };
    saveRow(store, stored);
    if (isIntroduction(row)) checkEarlierRows(store, row.machine);
    return [stored];
  });
}

/** null: the machine's key is not known. */
function isGenuine(store: Store, row: Row): boolean | null {
  const key = publicKeyOf(store, row);
  return key && isSignedBy(row, key);
}

function publicKeyOf(store: Store, row: Row): Uint8Array | null {
  const { machine } = row;
  const introduction =
    row.kind === "machine" && row.id === machine ? row : findRow(store, introductionOf(machine));
  const { key } = (parseJson(introduction?.payload ?? "") ?? {}) as { key?: unknown };
  const bytes = typeof key === "string" ? new Uint8Array(Buffer.from(key, "base64")) : null;
  // The machine's name is the hash of its key, so nobody else can introduce it.
  return bytes && machineOf(bytes) === machine ? bytes : null;
}

export function introductionOf(machine: string): RowKey {
  return { kind: "machine", id: machine, machine };
}

/** The rows of a machine that came before its introduction. */
function checkEarlierRows(store: Store, machine: string): void {
  const rows = store
    .query("SELECT * FROM sync_rows WHERE machine = $machine AND is_signed = 0")
    .all({ machine }) as SqlRow[];
  for (const row of rows.map(toStored)) {
    if (isGenuine(store, row)) saveRow(store, { ...row, isSigned: true });
    else {
      const { kind, id } = row;
      store
        .query("DELETE FROM sync_rows WHERE kind = $kind AND id = $id AND machine = $machine")
        .run({ kind, id, machine });
    }
  }
}

function hasTooManyUnknown(store: Store): boolean {
  const row = store.query("SELECT count(*) AS n FROM sync_rows WHERE is_signed = 0").get() as { n: number };
  return row.n >= MAX_UNKNOWN_ROWS;
}

function saveRow(store: Store, { isSigned, isSent, deleted, ...row }: StoredRow): void {
  store
    .query(
      `INSERT OR REPLACE INTO sync_rows (kind, id, machine, project, version, deleted, payload, signature, author, is_signed, is_sent)
       VALUES ($kind, $id, $machine, $project, $version, $deleted, $payload, $signature, $author, $isSigned, $isSent)`,
    )
    .run({ ...row, deleted: Number(deleted), isSigned: Number(isSigned), isSent: Number(isSent) });
}

function toStored({ deleted, is_signed, is_sent, ...row }: SqlRow): StoredRow {
  return { ...row, deleted: deleted === 1, isSigned: is_signed === 1, isSent: is_sent === 1 };
}

/** Higher than whatever these machines have said. */
export function nextVersion(store: Store, machines: readonly string[]): number {
  const row = store
    .query(
      `SELECT max(version) AS version FROM sync_rows
       WHERE is_signed = 1 AND version < $limit AND machine IN (SELECT value FROM json_each($machines))`,
    )
    .get({ limit: MAX_BELIEVED_VERSION, machines: JSON.stringify(machines) }) as { version: number | null };
  const next = Math.max(row.version ?? 0, Number(readState(store, "version") ?? 0)) + 1;
  writeState(store, "version", String(next));
  return next;
}

export function readState(store: Store, name: string): string | null {
  const row = store.query("SELECT value FROM sync_state WHERE name = $name").get({ name });
  return (row as { value: string } | null)?.value ?? null;
}

/** By project key, the names that the last sync used. */
export function readProjectNames(store: Store): Record<string, string> {
  return parseJson(readState(store, "projects") ?? "{}") as Record<string, string>;
}

export function writeState(store: Store, name: string, value: string | null): void {
  if (value === null) store.query("DELETE FROM sync_state WHERE name = $name").run({ name });
  else
    store
      .query("INSERT OR REPLACE INTO sync_state (name, value) VALUES ($name, $value)")
      .run({ name, value });
}
