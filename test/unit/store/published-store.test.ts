import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { searchMemoryText } from "../../../src/memory/index/memory-search.ts";
import { searchStore } from "../../../src/recording/search/search.ts";
import {
  LEDGER_VERSION,
  MEMORY_VERSION,
  memoryPath,
  openStore,
  type Store,
} from "../../../src/store/open.ts";
import { PUBLISHED, type PublishedVersion, placePublishedStore } from "../../helpers/published-store.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const makePath = () => `${makeTempFolder("store")}/home/holdfast.db`;

/** `change` edits the files before this version opens them. */
async function openPublished(
  version: PublishedVersion,
  change: (ledger: Database, memory: Database) => void = () => {},
): Promise<Store> {
  const path = makePath();
  await placePublishedStore(path, version);
  const [ledger, memory] = [new Database(path), new Database(memoryPath(path))];
  change(ledger, memory);
  ledger.close();
  memory.close();
  return openStore(path);
}

/** Columns of tables in any order, and the text of everything else. */
function describeSchema(store: Store, schema: "main" | "memory"): string[] {
  const rows = store
    .query(`SELECT type, name, sql FROM ${schema}.sqlite_master WHERE name NOT LIKE 'sqlite_%'`)
    .all() as { type: string; name: string; sql: string }[];
  return rows
    .map(
      ({ type, name, sql }) => `${type} ${name}: ${type === "table" ? columnsOf(store, schema, name) : sql}`,
    )
    .toSorted();
}

function columnsOf(store: Store, schema: string, table: string): string {
  const columns = store
    .query(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info('${table}', '${schema}')`)
    .values();
  return columns
    .map((column) => column.join(" "))
    .toSorted()
    .join(", ");
}

const rowsOf = (store: Store, sql: string) => store.query(sql).values();

describe.each([...PUBLISHED])("the databases of %s", (version) => {
  test("get the schema of new ones", async () => {
    const upgraded = await openPublished(version);
    const fresh = await openStore(makePath());
    for (const schema of ["main", "memory"] as const)
      expect(describeSchema(upgraded, schema)).toEqual(describeSchema(fresh, schema));
    expect(rowsOf(upgraded, "PRAGMA main.user_version")).toEqual([[LEDGER_VERSION]]);
    expect(rowsOf(upgraded, "PRAGMA memory.user_version")).toEqual([[MEMORY_VERSION]]);
  });

  test("keep sessions, decisions, declared work and memories", async () => {
    const store = await openPublished(version);
    expect(rowsOf(store, "SELECT count(*) FROM sessions")).toEqual([[7]]);
    expect(rowsOf(store, "SELECT count(*) FROM decisions")).toEqual([[13]]);
    expect(rowsOf(store, "SELECT wrong_why FROM decisions WHERE wrong_at IS NOT NULL")).toEqual([
      ["the loop was done"],
    ]);
    expect(rowsOf(store, "SELECT text, state FROM goals WHERE kind = 'loop' ORDER BY text")).toEqual([
      ["Never ends", "suspended"],
      ["Say hello", "met"],
    ]);
    expect(rowsOf(store, "SELECT text, state FROM goals WHERE kind = 'flow'")).toEqual([
      ["Translate the greeting", "suspended"],
    ]);
    const conditions = rowsOf(store, "SELECT kind, conditions FROM goals ORDER BY kind, text");
    expect(conditions.map(([kind, json]) => [kind, JSON.parse(String(json)).length])).toEqual(
      expect.arrayContaining([
        ["flow", 9],
        ["loop", 1],
      ]),
    );
    expect(rowsOf(store, "SELECT subject, status FROM tasks")).toEqual([["Greet everybody", "pending"]]);
    expect(rowsOf(store, "SELECT memory_id FROM memories WHERE title LIKE 'Store%' ORDER BY 1")).toEqual([
      ["store-all-data-in-one-sqlite-file"],
      ["store-data-in-sqlite"],
    ]);
    expect(rowsOf(store, "SELECT count(*) FROM candidates WHERE status = 'new'")).not.toEqual([[0]]);
  });

  test("keep the evidence of flows, the last error of loops and the reports of pipelines", async () => {
    const store = await openPublished(version, (ledger) => {
      ledger.run(`INSERT INTO flow_evidence (id, flow_id, condition, kind, source, text, answers, at)
        SELECT 7, id, 'must_have_answered', 'question', 'flow set', 'Which?', NULL, 1 FROM flows UNION ALL
        SELECT 8, id, 'must_have_answered', 'answer', 'prompt', '', 7, 2 FROM flows`);
      ledger.run(`INSERT INTO pipeline_runs (id, session_id, project_dir, status, created_at, updated_at)
        VALUES (1, 's1', '/p', 'done', 1, 2), (2, 's1', '/p', 'active', 3, 4)`);
      ledger.run(`INSERT INTO subagent_reports (run_id, agent_id, agent_type, stage, result, started_at)
        VALUES (1, 'a', 'planner', 'first', 'passed', 1), (2, 'a', 'planner', 'second', 'passed', 3)`);
    });
    expect(
      rowsOf(
        store,
        "SELECT g.kind, e.id, e.kind, answers FROM goal_evidence e JOIN goals g ON g.id = goal_id WHERE g.kind = 'flow'",
      ),
    ).toEqual([
      ["flow", 7, "question", null],
      ["flow", 8, "answer", 7],
    ]);
    expect(
      rowsOf(
        store,
        `SELECT e.kind, e.text <> '' FROM goal_evidence e JOIN goals g ON g.id = goal_id
         WHERE g.kind = 'loop' AND g.state = 'suspended'`,
      ),
    ).toEqual([["failed", 1]]);
    expect(
      rowsOf(store, "SELECT state, stage FROM subagent_reports JOIN goals ON id = goal_id ORDER BY stage"),
    ).toEqual([
      ["met", "first"],
      ["active", "second"],
    ]);
  });

  test("are searched in every script, and what is forgotten there is gone", async () => {
    const store = await openPublished(version);
    const [[projectKey]] = rowsOf(store, "SELECT project_key FROM sessions LIMIT 1") as [[string]];
    const find = (text: string) =>
      searchStore(store, text, { projectKey, kind: null, since: 0, limit: 9 })?.map(({ title }) => title);
    expect(find("greetings")?.join("\n")).toContain("Make the greeting check pass");
    expect(find("サーバー")).toContain("東京のサーバーを再起動してください");
    const memories = (text: string, key: string) =>
      searchMemoryText(store, { text, projectKey: key, status: null, category: null, limit: 9 })?.length;
    expect(memories("sqlite", projectKey)).toBe(2);
    expect(memories("テスト", "")).toBe(1);
    const { words } = store
      .query("SELECT sum(observation_words + summary_words + memory_words) AS words FROM text_projects")
      .get() as { words: number };
    expect(words).toBeGreaterThan(100);
    store.run("DELETE FROM session_summaries");
    store.run("DELETE FROM observations");
    store.run("DELETE FROM memories");
    expect(
      rowsOf(
        store,
        `SELECT sum(observations + summaries + memories), sum(observation_words + summary_words + memory_words)
         FROM text_projects`,
      ),
    ).toEqual([[0, 0]]);
    for (const index of ["observations_fts", "session_summaries_fts", "memories_fts"])
      expect(() =>
        store.run(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`),
      ).not.toThrow();
  });

  test("stay as they are if the conversion fails", async () => {
    const path = makePath();
    await placePublishedStore(path, version);
    const memory = new Database(memoryPath(path));
    memory.run("DROP TABLE metrics");
    const before = rowsOf(memory, "PRAGMA user_version");
    memory.close();
    await expect(openStore(path)).rejects.toThrow("metrics");
    const after = new Database(memoryPath(path));
    expect(rowsOf(after, "PRAGMA user_version")).toEqual(before);
    expect(rowsOf(after, "SELECT count(*) FROM memories")).toEqual([[4]]);
  });
});

test("memories of 0.1.0 are ours if they name a session of this machine", async () => {
  const store = await openPublished("0.1.0", (_ledger, memory) => {
    memory.run("DELETE FROM memories");
    memory.run(
      "INSERT INTO session_summaries (session_id, project_key, request, text, detail, at) VALUES ('mine', '/p', 'r', 't', '{}', 1)",
    );
    for (const [id, root, key, session] of [
      ["a", "/p/.claude/memory", "/p", "mine"],
      ["b", "/p/.claude/memory", "/p", "a-stranger's"],
      ["c", "/p/.claude/memory", "/p", null],
      ["d", "/home/.holdfast/memory", "", null],
    ] as const)
      memory.run(
        `INSERT INTO memories (root, place, project_key, memory_id, title, body, category, status, who, confidence,
           source_session, created_at, updated_at, mtime, size, hash)
         VALUES (?2, ?1, ?3, ?1, ?1, '', 'DECISION', 'active', 'user', 1, ?4, 1, 1, 5, 1, ?1)`,
        [id, root, key, session],
      );
  });
  expect(rowsOf(store, "SELECT memory_id, origin, mtime FROM memories ORDER BY memory_id")).toEqual([
    ["a", "here", 5],
    // Read again, so that the rules for text from outside apply.
    ["b", "repository", -1],
    ["c", "repository", -1],
    ["d", "here", 5],
  ]);
  expect(rowsOf(store, "SELECT project_key, hash FROM own_memories ORDER BY hash")).toEqual([
    ["/p", "a"],
    ["", "d"],
  ]);
});

test("a database that no release wrote is refused and not touched", async () => {
  const path = makePath();
  await placePublishedStore(path, "0.1.0");
  const ledger = new Database(path);
  ledger.run("PRAGMA user_version = 11");
  ledger.close();
  const before = await Bun.file(path).bytes();
  await expect(openStore(path)).rejects.toThrow("schema 11, which no release of holdfast has");
  expect(await Bun.file(path).bytes()).toEqual(before);
});
