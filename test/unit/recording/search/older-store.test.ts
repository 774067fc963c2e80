import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { searchMemoryText } from "../../../../src/memory/index/memory-search.ts";
import { searchStore } from "../../../../src/recording/search/search.ts";
import { MEMORY_MIGRATIONS } from "../../../../src/store/migrations/memory.ts";
import { memoryPath, openStore, type Store } from "../../../../src/store/open.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

/** A store whose memory database has only the first migrations, filled by `fill`. */
async function openOlder(migrations: number, fill: (file: Database) => void): Promise<Store> {
  const path = `${makeTempFolder("store")}/holdfast.db`;
  (await openStore(path)).close();
  const file = new Database(`${memoryPath(path)}-older`, { create: true });
  file.function("unspaced_pairs", (_text) => "");
  for (const sql of MEMORY_MIGRATIONS.slice(0, migrations)) file.run(sql);
  file.run(`PRAGMA user_version = ${migrations}; PRAGMA journal_mode = WAL`);
  fill(file);
  file.close();
  for (const ending of ["", "-wal", "-shm"])
    await Bun.file(memoryPath(path) + ending)
      .delete()
      .catch(() => {});
  await Bun.write(memoryPath(path), Bun.file(`${memoryPath(path)}-older`));
  return openStore(path);
}

const byTitle = (store: Store, query: string, projectKey: string | null) =>
  searchStore(store, query, { projectKey, kind: null, since: 0, limit: 5 })?.map(({ title }) => title);

test("records of the version that indexed the project as a word are found in their project alone", async () => {
  const last = MEMORY_MIGRATIONS.findIndex((sql) => sql.includes("AS text_id"));
  const store = await openOlder(last, (file) => {
    for (const [key, title] of [
      ["/b", "the heron's nest"],
      ["/a", "the heron's wing"],
      ["/b", "the heron's egg"],
      [null, "the heron's tale"],
    ])
      file.run(
        "INSERT INTO observations (session_id, project_key, kind, title, summary, at) VALUES ('s', ?, 'fix', ?, '', 1)",
        [key ?? null, title ?? ""],
      );
  });
  expect(byTitle(store, "herons", "/a")).toEqual(["the heron's wing"]);
  expect(byTitle(store, "herons", "/b")?.toSorted()).toEqual(["the heron's egg", "the heron's nest"]);
  expect(byTitle(store, "herons", null)).toHaveLength(4);
  expect(byTitle(store, "projectnumber1", null)).toEqual([]);
  store.run("UPDATE observations SET project_key = '/a' WHERE title LIKE '%egg'");
  store.run("DELETE FROM observations WHERE title LIKE '%wing'");
  expect(byTitle(store, "herons", "/a")).toEqual(["the heron's egg"]);
  for (const index of ["observations_fts", "session_summaries_fts", "memories_fts"])
    expect(() =>
      store.run(`INSERT INTO ${index} (${index}, rank) VALUES ('integrity-check', 1)`),
    ).not.toThrow();
});

test("records of an older version are found, and can be forgotten, after the index was rebuilt", async () => {
  const older = MEMORY_MIGRATIONS.findIndex((sql) => sql.includes("CREATE TABLE text_projects"));
  const store = await openOlder(older, (file) => {
    for (const [key, title] of [
      ["/app", "the heron's wing"],
      ["/other", "the heron's nest"],
      ["/shop", "我们把数据库换成 PostgreSQL"],
    ] as const) {
      file.run(
        "INSERT INTO observations (session_id, project_key, kind, title, summary, at) VALUES ('s', ?, 'fix', ?, '', 1)",
        [key, title],
      );
      file.run(
        `INSERT INTO memories (root, place, project_key, memory_id, category, status, who, confidence, created_at, updated_at,
         mtime, size, hash, title, body) VALUES (?, 'x.md', ?, 'm', 'DECISION', 'active', 'user', 1, 1, 1, 1, 1, '', ?, '')`,
        [key, key, title],
      );
    }
    file.run("INSERT INTO prompts_fts (rowid, text) VALUES (7, '换数据库'), (8, 'the heron')");
  });
  const find = (projectKey: string) => byTitle(store, "herons", projectKey);
  expect(find("/app")).toEqual(["the heron's wing"]);
  const query = { text: "herons", projectKey: "/other", status: null, category: null, limit: 5 };
  expect(searchMemoryText(store, query)?.map(({ title }) => title)).toEqual(["the heron's nest"]);
  store.run("DELETE FROM observations WHERE project_key = '/app'");
  expect(find("/app")).toEqual([]);
  expect(find("/other")).toEqual(["the heron's nest"]);
  expect(store.query("SELECT observations, memories FROM text_projects ORDER BY project_key").all()).toEqual([
    { observations: 0, memories: 1 },
    { observations: 1, memories: 1 },
    { observations: 1, memories: 1 },
  ]);
  const database = "数据库";
  const filter = { projectKey: "/shop", kind: null, since: 0, limit: 5 };
  expect(searchStore(store, database, filter)).toMatchObject([{ title: "我们把数据库换成 PostgreSQL" }]);
  expect(searchMemoryText(store, { ...query, text: database, projectKey: "/shop" })).toHaveLength(1);
  expect(store.query("SELECT rowid, pairs FROM prompts_fts WHERE prompts_fts MATCH '数据'").all()).toEqual([
    { rowid: 7, pairs: "换数 数据 据库" },
  ]);
  expect(() =>
    store.run("INSERT INTO observations_fts (observations_fts) VALUES ('integrity-check')"),
  ).not.toThrow();
});
