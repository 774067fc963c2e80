import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { MIGRATIONS, migrate } from "../../../src/store/migrations/migrate.ts";

const BEFORE = 8;

test("memories from before origins were recorded are ours if they name a session of this machine", () => {
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
    // Read again, so that the rules for text from outside apply.
    { id: "b", origin: "repository", mtime: -1 },
    { id: "c", origin: "repository", mtime: -1 },
    { id: "d", origin: "here", mtime: 5 },
  ]);
  expect(store.query("SELECT project_key, hash FROM own_memories").all()).toEqual([
    { project_key: "/p", hash: "a" },
  ]);
});

test("test results in old observations are in the record of runs", () => {
  const before = 11;
  const store = new Database(":memory:", { strict: true });
  for (const sql of MIGRATIONS.memory.slice(0, before)) store.run(sql);
  store.run(`PRAGMA user_version = ${before}`);
  const add = store.query(
    `INSERT INTO observations (session_id, project_key, tool_use_id, kind, title, summary, files, subject, result, at, tests)
     VALUES ('s', '/p', $id, $kind, 't', '', '[]', $subject, $result, $at, $tests)`,
  );
  const tests = '{"state":"red","passed":4,"failed":1,"skipped":null,"runners":["bun","vitest"]}';
  add.run({ id: "a", kind: "failure", subject: "npm test", result: "failed", at: 1, tests });
  add.run({ id: "b", kind: "command", subject: "npm test | head", result: null, at: 2, tests: null });
  add.run({ id: "c", kind: "command", subject: "make", result: "passed", at: 3, tests: null });
  add.run({ id: "d", kind: "test", subject: "npm test", result: "passed", at: 4, tests: "{torn" });
  migrate(store, "memory");
  const columns = "tool_use_id, check_name, command, state, evidence, passed, failed, skipped";
  expect(store.query(`SELECT ${columns} FROM runs ORDER BY at`).values()).toEqual([
    ["a", "bun, vitest", "npm test", "red", "summary", 4, 1, null],
    ["b", "tests", "npm test | head", "unknown", null, null, null, null],
  ]);
});
