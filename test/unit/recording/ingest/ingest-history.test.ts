import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { insertPrompt } from "../../../../src/store/prompts.ts";
import { touchSession } from "../../../../src/store/sessions.ts";
import { drainQueue } from "../../../../src/upkeep/drain-queue.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeIngestPlace } from "./place.ts";

const FOLDER = "-work-shop";
const REQUEST = "The basket forgets its items, please look into it.";

function shopSession(sessionId = "aaaa") {
  const written = writeTranscript({ sessionId });
  written.prompt(REQUEST);
  written.use("t1", "Read", { file_path: "/work/shop/basket.ts" }, "1 export {}");
  written.use(
    "t2",
    "Bash",
    { command: "npm test" },
    "Exit code 1\n 3 pass\n 1 fail\nRan 4 tests across 1 file. [9ms]",
    true,
  );
  written.use(
    "t3",
    "Edit",
    { file_path: "/work/shop/basket.ts", old_string: "a", new_string: "b" },
    "updated",
  );
  written.use("t4", "Bash", { command: "npm test" }, " 4 pass\n 0 fail\nRan 4 tests across 1 file. [9ms]");
  written.say("The basket remembers now.");
  return written;
}

describe("a transcript", () => {
  test("becomes a session with its prompts, observations, fix and summary", async () => {
    const place = await makeIngestPlace();
    place.put(`${FOLDER}/aaaa.jsonl`, shopSession().text());
    const done = await place.ingest();
    expect(done).toMatchObject({ files: 1, sessions: 1, prompts: 1, observations: 3, problems: [] });
    expect(place.rows("SELECT kind, title FROM observations ORDER BY at")).toEqual([
      { kind: "failure", title: "Tests failed (3 passed, 1 failed): npm test" },
      { kind: "change", title: "Changed basket.ts" },
      { kind: "fix", title: "Fixed: Tests passed (4 passed, 0 failed): npm test" },
    ]);
    expect(place.rows("SELECT project_dir, original_request, tool_calls, end_reason FROM sessions")).toEqual([
      { project_dir: "/work/shop", original_request: REQUEST, tool_calls: 4, end_reason: "ingested" },
    ]);
    const [summary] = place.rows("SELECT text FROM session_summaries");
    expect(summary?.text).toContain("Last message: The basket remembers now.");
  });

  test("in a script without spaces is found, once a drain has indexed it", async () => {
    const place = await makeIngestPlace();
    const written = writeTranscript({ sessionId: "aaaa" });
    written.prompt("ログイン画面のボタンの色を変更してください");
    place.put(`${FOLDER}/aaaa.jsonl`, written.text());
    const find = () => place.rows("SELECT rowid FROM prompts_fts WHERE prompts_fts MATCH '画面'");
    await place.ingest();
    await drainQueue(place.env, place.store);
    expect(find()).toHaveLength(1);
  });

  test("is ingested once, however often it is read", async () => {
    const place = await makeIngestPlace();
    place.put(`${FOLDER}/aaaa.jsonl`, shopSession().text());
    await place.ingest();
    const before = place.rows("SELECT * FROM observations");
    expect(await place.ingest()).toMatchObject({ files: 0, prompts: 0, observations: 0 });
    // As a kill between the commits of the two files would leave them.
    place.store.run("DELETE FROM ingest_cursors; DELETE FROM ingest_counts");
    expect(await place.ingest()).toMatchObject({ files: 1, prompts: 0, observations: 0 });
    expect(place.rows("SELECT tool_calls FROM sessions")).toEqual([{ tool_calls: 4 }]);
    expect(place.rows("SELECT * FROM observations")).toEqual(before);
    expect(place.rows("SELECT count(*) AS n FROM session_summaries")).toEqual([{ n: 1 }]);
  });

  test("that grew is read from where it was left, including its open call", async () => {
    const place = await makeIngestPlace();
    const written = shopSession();
    written.call("t5", "Bash", { command: "git commit -m done" });
    place.put(`${FOLDER}/aaaa.jsonl`, written.text());
    await place.ingest();
    const before = written.lines().length;
    written.result("t5", "[main 1234567] done\n 1 file changed");
    written.prompt("And now the checkout, please have a look.");
    written.say("It is fine.");
    const more = written.lines().slice(before);
    place.append(`${FOLDER}/aaaa.jsonl`, more.map((line) => `${line}\n`).join(""));
    const done = await place.ingest();
    expect(done).toMatchObject({ files: 1, prompts: 1, observations: 1 });
    expect(done.bytes).toBe(Buffer.byteLength(more.join("\n")) + 1);
    const [summary] = place.rows("SELECT text FROM session_summaries");
    expect(summary?.text).toContain("Commit 1234567: done");
    expect(summary?.text).toContain("Last message: It is fine.");
    expect(place.rows("SELECT tool_calls FROM sessions")).toEqual([{ tool_calls: 5 }]);
  });

  test("that was rewritten is read again and counted once", async () => {
    const place = await makeIngestPlace();
    const path = place.put(`${FOLDER}/aaaa.jsonl`, shopSession().text());
    await place.ingest();
    const again = shopSession();
    again.use(
      "t6",
      "Write",
      { file_path: "/work/shop/new.ts", content: "x" },
      "File created successfully at: x",
    );
    writeFileSync(path, again.text());
    await place.ingest();
    expect(place.rows("SELECT title FROM observations WHERE tool_use_id = 't6'")).toEqual([
      { title: "Created new.ts" },
    ]);
    expect(place.rows("SELECT tool_calls FROM sessions")).toEqual([{ tool_calls: 5 }]);
  });
});

describe("nothing is counted twice", () => {
  test("a forked session adds only its own records", async () => {
    const place = await makeIngestPlace();
    const original = shopSession();
    place.put(`${FOLDER}/aaaa.jsonl`, original.text());
    await Bun.sleep(20);
    const own = writeTranscript({ sessionId: "bbbb", startedAt: Date.UTC(2026, 8, 2) });
    own.prompt("Try it another way in this branch.");
    own.use("t9", "Bash", { command: "npm run build" }, "built");
    const copied = original.text().replaceAll('"sessionId":"aaaa"', '"sessionId":"bbbb"');
    place.put(`${FOLDER}/bbbb.jsonl`, copied + own.text());
    await place.ingest();
    expect(
      place.rows(
        "SELECT session_id, tool_calls, started_at, original_request FROM sessions ORDER BY session_id",
      ),
    ).toEqual([
      { session_id: "aaaa", tool_calls: 4, started_at: Date.UTC(2026, 8, 1, 12), original_request: REQUEST },
      {
        session_id: "bbbb",
        tool_calls: 1,
        started_at: Date.UTC(2026, 8, 2),
        original_request: "Try it another way in this branch.",
      },
    ]);
    expect(place.rows("SELECT session_id, count(*) AS n FROM prompts GROUP BY 1")).toEqual([
      { session_id: "aaaa", n: 1 },
      { session_id: "bbbb", n: 1 },
    ]);
  });

  test.each([
    ["in a folder of the session", `${FOLDER}/aaaa/subagents/agent-x1.jsonl`],
    ["beside the session", `${FOLDER}/agent-x1.jsonl`],
    ["under any name", `${FOLDER}/helper.jsonl`],
  ])("a subagent's file %s belongs to its parent", async (_where, path) => {
    const place = await makeIngestPlace();
    const agent = writeTranscript({ sessionId: "aaaa", agentId: "x1", startedAt: Date.UTC(2026, 8, 1, 13) });
    agent.prompt("You are a helper: write the note.");
    agent.use(
      "a1",
      "Write",
      { file_path: "/work/shop/note.md", content: "milk" },
      "File created successfully",
    );
    agent.say("Written.");
    place.put(`${FOLDER}/aaaa.jsonl`, shopSession().text());
    place.put(path, agent.text());
    await place.ingest();
    expect(
      place.rows("SELECT session_id, tool_calls, transcript_path LIKE '%/aaaa.jsonl' AS main FROM sessions"),
    ).toEqual([{ session_id: "aaaa", tool_calls: 5, main: 1 }]);
    expect(place.rows("SELECT count(*) AS n FROM prompts")).toEqual([{ n: 1 }]);
    const [summary] = place.rows("SELECT text FROM session_summaries");
    expect(summary?.text).toContain("basket.ts, note.md");
    expect(summary?.text).toContain("Last message: The basket remembers now.");
  });

  test.each([
    ["counts", false, ["basket.ts", "note.md"], 5],
    ["is skipped if it has its own file", true, ["own.md", "basket.ts"], 5],
  ])("what an older client mirrored of a subagent %s", async (_name, hasFile, files, calls) => {
    const place = await makeIngestPlace();
    const written = shopSession();
    const mirror = (type: string, content: unknown) =>
      written.add({
        type: "progress",
        data: { message: { type, message: { role: type, content } }, type: "agent_progress", agentId: "x1" },
      });
    mirror("user", "mirrored words of a helper");
    mirror("assistant", [
      {
        type: "tool_use",
        id: "m1",
        name: "Write",
        input: { file_path: "/work/shop/note.md", content: "milk" },
      },
    ]);
    mirror("user", [{ type: "tool_result", tool_use_id: "m1", content: "File created successfully" }]);
    place.put(`${FOLDER}/aaaa.jsonl`, written.text());
    const agent = writeTranscript({ sessionId: "aaaa", agentId: "x1" });
    agent.use(
      "a1",
      "Write",
      { file_path: "/work/shop/own.md", content: "milk" },
      "File created successfully",
    );
    if (hasFile) place.put(`${FOLDER}/aaaa/subagents/agent-x1.jsonl`, agent.text());
    await place.ingest();
    expect(place.rows("SELECT count(*) AS n FROM prompts")).toEqual([{ n: 1 }]);
    const [row] = place.rows(
      "SELECT detail, tool_calls FROM session_summaries JOIN sessions USING (session_id)",
    );
    expect([JSON.parse(String(row?.detail)).files, row?.tool_calls]).toEqual([files, calls]);
  });

  test("a subagent's file changes neither the end, the times nor the subject of its session", async () => {
    const place = await makeIngestPlace();
    const at = Date.UTC(2026, 8, 1, 12);
    const late = writeTranscript({ sessionId: "aaaa", agentId: "x1", startedAt: at + 3_600_000 });
    late.use(
      "a1",
      "Write",
      { file_path: "/work/shop/note.md", content: "milk" },
      "File created successfully",
    );
    place.put(`${FOLDER}/aaaa/subagents/agent-x1.jsonl`, late.text());
    await place.ingest();
    expect(place.rows("SELECT ended_at FROM sessions")).toEqual([{ ended_at: null }]);
    expect(place.rows("SELECT * FROM session_summaries")).toEqual([]);
    place.put(`${FOLDER}/aaaa.jsonl`, shopSession().text());
    await place.ingest();
    const [row] = place.rows("SELECT last_seen_at, ended_at, end_reason FROM sessions");
    expect(row).toMatchObject({ end_reason: "ingested", ended_at: row?.last_seen_at });
    expect(Number(row?.last_seen_at)).toBeLessThan(at + 3_600_000);
    expect(place.rows("SELECT * FROM session_summaries")).toHaveLength(1);
  });

  test("files of a session on Windows are those of its folder", async () => {
    const place = await makeIngestPlace();
    const written = writeTranscript({ sessionId: "aaaa", cwd: "D:\\shop" });
    written.prompt(REQUEST);
    written.use(
      "t1",
      "Write",
      { file_path: "D:\\shop\\src\\a.go", content: "1" },
      "File created successfully",
    );
    place.put("D--shop/aaaa.jsonl", written.text());
    await place.ingest();
    const [row] = place.rows("SELECT detail FROM session_summaries");
    expect(JSON.parse(String(row?.detail)).files).toEqual(["src/a.go"]);
  });

  test("a compaction's summary is not a prompt", async () => {
    const place = await makeIngestPlace();
    const written = shopSession();
    written.add({ type: "system", subtype: "compact_boundary", content: "Conversation compacted" });
    written.add({
      type: "user",
      isCompactSummary: true,
      message: { role: "user", content: `Summary: ${REQUEST}` },
    });
    place.put(`${FOLDER}/aaaa.jsonl`, written.text());
    await place.ingest();
    expect(place.rows("SELECT count(*) AS n FROM prompts")).toEqual([{ n: 1 }]);
  });

  test("a prompt that an older client left only in the queue is kept, once", async () => {
    const place = await makeIngestPlace();
    const written = shopSession();
    const queue = (operation: string, content?: string) =>
      written.add({ type: "queue-operation", operation, ...(content ? { content } : {}) });
    queue("enqueue", "also mind the vouchers in it");
    queue("remove");
    queue("enqueue", "and then say so");
    queue("remove");
    written.prompt("and then say so");
    place.put(`${FOLDER}/aaaa.jsonl`, written.text());
    await place.ingest();
    place.store.run("DELETE FROM ingest_cursors");
    await place.ingest();
    expect(place.rows("SELECT text FROM prompts ORDER BY id").map(({ text }) => text)).toEqual([
      REQUEST,
      "and then say so",
      "also mind the vouchers in it",
    ]);
  });

  test("a session that the hooks recorded keeps its row, and gets only what is missing", async () => {
    const place = await makeIngestPlace();
    const at = Date.UTC(2026, 8, 1, 12);
    const sighting = { sessionId: "aaaa", projectDir: "/work/shop", transcriptPath: null, toolCalls: 2, at };
    touchSession(place.store, sighting);
    insertPrompt(place.store, { sessionId: "aaaa", promptId: "p1", text: REQUEST, at: at + 500 });
    place.store.run(
      `INSERT INTO observations (session_id, tool_use_id, kind, title, summary, at)
       VALUES ('aaaa', 't3', 'change', 'Changed basket.ts', '', ${at})`,
    );
    place.put(`${FOLDER}/aaaa.jsonl`, shopSession().text());
    expect(await place.ingest()).toMatchObject({ prompts: 0, observations: 2 });
    expect(place.rows("SELECT started_at, last_seen_at, ended_at, source, tool_calls FROM sessions")).toEqual(
      [{ started_at: at, last_seen_at: at, ended_at: null, source: null, tool_calls: 4 }],
    );
    expect(place.rows("SELECT prompt_id FROM prompts")).toEqual([{ prompt_id: "p1" }]);
  });
});

test("a prompt that hooks recorded is that of the nearest record with its text, once", async () => {
  const place = await makeIngestPlace();
  const start = Date.UTC(2026, 8, 1, 12);
  const sighting = { sessionId: "aaaa", projectDir: "/work/shop", transcriptPath: null, toolCalls: 0 };
  touchSession(place.store, { ...sighting, at: start });
  const record = (promptId: string, text: string, at: number) =>
    insertPrompt(place.store, { sessionId: "aaaa", promptId, text, at: start + at });
  record("late", "go on", 2100);
  record("early", "go on", 100);
  record("odd", "half \ud800 a sign", 1000);
  insertPrompt(place.store, { sessionId: "bbbb", promptId: "other", text: "go on", at: start });
  const written = writeTranscript({ sessionId: "aaaa" });
  const first = written.prompt("go on");
  const odd = written.prompt("half \ud800 a sign");
  const [second, third] = [written.prompt("go on"), written.prompt("go on")];
  place.put(`${FOLDER}/aaaa.jsonl`, written.text());
  expect(await place.ingest()).toMatchObject({ prompts: 1 });
  expect(place.rows("SELECT prompt_id, uuid FROM prompts ORDER BY id")).toEqual([
    { prompt_id: "late", uuid: second },
    { prompt_id: "early", uuid: first },
    { prompt_id: "odd", uuid: odd },
    { prompt_id: "other", uuid: null },
    { prompt_id: null, uuid: third },
  ]);
});

describe("a reason given with a refusal", () => {
  test("is found as a decision", async () => {
    const place = await makeIngestPlace();
    const written = shopSession();
    const refusal =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nuse pnpm here";
    written.call("t7", "Bash", { command: "npm install" });
    written.result("t7", refusal, { isError: true, details: "User rejected tool use" });
    place.put(`${FOLDER}/aaaa.jsonl`, written.text());
    await place.ingest();
    expect(place.rows("SELECT kind, title FROM observations WHERE tool_use_id = 't7'")).toEqual([
      { kind: "decision", title: "Refused Bash (npm install): use pnpm here" },
    ]);
  });
});
