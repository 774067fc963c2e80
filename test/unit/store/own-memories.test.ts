import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { MIGRATIONS, migrate } from "../../../src/store/migrations/migrate.ts";

const BEFORE = 8;

test("memories known before they had an origin: ours where they name a session of this machine", () => {
  const store = new Database(":memory:", { strict: true });
  for (const sql of MIGRATIONS.memory.slice(0, BEFORE)) store.run(sql);
  store.run(`PRAGMA user_version = ${BEFORE}`);
  store.run(
    `INSERT INTO session_summaries (session_id, project_key, request, text, detail, at)
     VALUES ('mine', '/p', 'r', 't', '{}', 1)`,
  );
  const add = store.query(
    `INSERT INTO memories (root, place, project_key, memory_id, title, body, category, status, who, confidence,
       source_session, created_at, updated_at, mtime, size, hash)
     VALUES ($root, $id, $key, $id, $id, '', 'DECISION', 'active', 'user', 1, $session, 1, 1, 5, 1, $id)`,
  );
  const project = { root: "/p/.claude/memory", key: "/p" };
  add.run({ ...project, id: "a", session: "mine" });
  add.run({ ...project, id: "b", session: "a-stranger's" });
  add.run({ ...project, id: "c", session: null });
  add.run({ root: "/home/.holdfast/memory", key: "", id: "d", session: null });
  migrate(store, "memory");
  const rows = store.query("SELECT memory_id AS id, origin, mtime FROM memories ORDER BY id").all();
  expect(rows).toEqual([
    { id: "a", origin: "here", mtime: 5 },
    // Read again, so that the rules for text from outside are applied.
    { id: "b", origin: "repository", mtime: -1 },
    { id: "c", origin: "repository", mtime: -1 },
    { id: "d", origin: "here", mtime: 5 },
  ]);
  expect(store.query("SELECT project_key, hash FROM own_memories").all()).toEqual([
    { project_key: "/p", hash: "a" },
  ]);
});
