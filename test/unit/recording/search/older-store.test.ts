import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { searchMemoryText } from "../../../../src/memory/index/memory-search.ts";
import { searchStore } from "../../../../src/recording/search/search.ts";
import { MEMORY_MIGRATIONS } from "../../../../src/store/migrations/memory.ts";
import { memoryPath, openStore } from "../../../../src/store/open.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

test("records of an older version are found, and can be forgotten, after the index was rebuilt", async () => {
  const path = `${makeTempFolder("store")}/holdfast.db`;
  (await openStore(path)).close();
  const file = new Database(`${memoryPath(path)}-older`, { create: true });
  const older = MEMORY_MIGRATIONS.findIndex((sql) => sql.includes("CREATE TABLE text_projects"));
  for (const sql of MEMORY_MIGRATIONS.slice(0, older)) file.run(sql);
  file.run(`PRAGMA user_version = ${older}; PRAGMA journal_mode = WAL`);
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
  file.close();
  for (const ending of ["", "-wal", "-shm"])
    await Bun.file(memoryPath(path) + ending)
      .delete()
      .catch(() => {});
  await Bun.write(memoryPath(path), Bun.file(`${memoryPath(path)}-older`));

  const store = await openStore(path);
  const find = (projectKey: string) =>
    searchStore(store, "herons", { projectKey, kind: null, since: 0, limit: 5 })?.map(({ title }) => title);
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
