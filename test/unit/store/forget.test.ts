// Every table has a row of one session, and of another: what `forget` leaves is listed here, so that a new
// table fails until somebody decides.
import { beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import {
  clearCaches,
  forgetRows,
  projectToDelete,
  scrub,
  sessionsContaining,
  sessionsOfProject,
} from "../../../src/store/forget.ts";
import { memoryPath, openStore, type Store } from "../../../src/store/open.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

/** Our own hashes, numbers and locks. */
const OURS = [
  "meta",
  "drain_lock",
  "ingest_cursors",
  "triage_cursors",
  // Memories that travel are forgotten one by one.
  "sync_rows",
  "synced_memories",
  "sync_state",
];
/** Belongs to a project or to memory files, not to a session. */
const NOT_OF_A_SESSION = [
  "background_runs",
  "issue_claims",
  "locks",
  "memories",
  "memory_hashes",
  "memory_roots",
  "memory_usage",
  "own_memories",
  "pattern_feedback",
  "text_projects",
];
/** Belongs to no project: a repository's address, and how good our patterns are. */
const NOT_OF_A_PROJECT = ["issue_claims", "pattern_feedback"];
const PART_OWNERS: Record<string, string> = { goal_id: "goals" };

let path = "";
let store: Store;

beforeEach(async () => {
  path = `${makeTempFolder("store")}/holdfast.db`;
  store = await openStore(path);
  for (const [n, word] of ["nightjar", "kingfisher"].entries())
    for (const table of tables()) insertRow(table, word, n + 1);
});

function tables(): { file: string; name: string }[] {
  return ["main", "memory"].flatMap((file) =>
    store
      .query(
        `SELECT '${file}' AS file, name FROM ${file}.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      )
      .all(),
  ) as { file: string; name: string }[];
}

/** For session `s-<word>` in project `/p/<word>`; each text contains the word. */
function insertRow({ file, name }: { file: string; name: string }, word: string, n: number): void {
  const columns = store.query(`SELECT name, type FROM ${file}.pragma_table_info('${name}')`).all() as {
    name: string;
    type: string;
  }[];
  const values = columns.map(({ name: column, type }) => {
    if (column === "session_id" || column === "owner") return `s-${word}`;
    if (column === "project_dir") return `/p/${word}`;
    if (column === "project_key") return `key-${word}`;
    if (name === "drain_lock" && column === "id") return 1;
    if (column === "id" || column in PART_OWNERS) return n;
    return type === "TEXT" ? `${column} of ${OURS.includes(name) ? `hash${n}` : word}` : n;
  });
  const marks = columns.map(() => "?").join(", ");
  store.query(`INSERT OR REPLACE INTO ${file}.${name} VALUES (${marks})`).run(...(values as string[]));
}

function tablesWith(word: string): string[] {
  return tables()
    .filter(({ file, name }) =>
      JSON.stringify(store.query(`SELECT * FROM ${file}.${name}`).all()).includes(word),
    )
    .map(({ name }) => name)
    .filter((name) => !OURS.includes(name));
}

function isOnDisk(word: string): boolean {
  const files = [path, memoryPath(path)].flatMap((file) => [file, `${file}-wal`]);
  return files.some((file) => readFileSync(file).includes(word));
}

const others = () => tables().filter(({ name }) => !OURS.includes(name)).length;

describe("forgetting", () => {
  test("a session leaves none of its rows, including partial ones, and those of others", () => {
    forgetRows(store, { sessions: ["s-nightjar"] });
    clearCaches(store);
    expect(tablesWith("nightjar").toSorted()).toEqual(NOT_OF_A_SESSION);
    const caches = ["check_results"];
    expect(tablesWith("kingfisher")).toHaveLength(others() - caches.length);
  });

  test("a session leaves what the person was not told yet, for a day, in our own words", () => {
    const put =
      "INSERT INTO messages (session_id, text, at, given_at) VALUES ('s-nightjar', $text, $at, $given)";
    const text = "holdfast: the lock was removed by Claude: nightjar. `holdfast lock` sets it again.";
    const at = Date.now();
    store.query(put).run({ text, at, given: null });
    store.query(put).run({ text: "given", at, given: at });
    store.query(put).run({ text: "old", at: at - 25 * 3_600_000, given: null });
    forgetRows(store, { sessions: ["s-nightjar"] });
    expect(store.query("SELECT text FROM messages WHERE session_id = 's-nightjar'").all()).toEqual([
      { text: "holdfast: the lock was removed by Claude" },
    ]);
  });

  test("a project leaves none of its rows, whether they name a session or not", () => {
    store.run("UPDATE decisions SET session_id = NULL");
    const project = projectToDelete(store, "key-nightjar", "/p/nightjar");
    expect(sessionsOfProject(store, project)).toEqual(["s-nightjar"]);
    forgetRows(store, { sessions: ["s-nightjar"], project });
    clearCaches(store);
    expect(tablesWith("nightjar").toSorted()).toEqual(NOT_OF_A_PROJECT);
    expect(tablesWith("kingfisher")).toContain("decisions");
  });

  test("a text leaves no row with it, in any table or case, and no byte in free pages or logs", () => {
    expect(sessionsContaining(store, "NIGHTJAR")).toEqual(["s-nightjar"]);
    expect(isOnDisk("nightjar")).toBe(true);
    forgetRows(store, { text: "NightJar" });
    expect(tablesWith("nightjar")).toEqual([]);
    expect(tablesWith("kingfisher")).toHaveLength(others());
    expect(scrub(store)).toBe(true);
    expect(isOnDisk("nightjar")).toBe(false);
    expect(isOnDisk("kingfisher")).toBe(true);
  });

  test("while another process reads, it says that bytes are left", async () => {
    const reader = await openStore(path);
    reader.run("BEGIN");
    reader.query("SELECT * FROM sessions").all();
    forgetRows(store, { text: "nightjar" });
    expect(scrub(store)).toBe(false);
    reader.run("COMMIT");
    reader.close();
    expect(scrub(store)).toBe(true);
  });
});
