// Transcripts that are damaged, foreign or malicious.
import { describe, expect, test } from "bun:test";
import { copyFileSync, rmSync } from "node:fs";
import { findTranscripts, historyDir } from "../../../../src/recording/ingest/session-files.ts";
import { takeDrainLock } from "../../../../src/recording/queue/drain-lock.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import { type Writing, writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeIngestPlace } from "./place.ts";

const FOLDER = "-work-shop";

function session(sessionId: string, writing: Partial<Writing> = {}) {
  const written = writeTranscript({ sessionId, ...writing });
  written.prompt(`What does session ${sessionId} do, please?`);
  written.use(`t-${sessionId}`, "Bash", { command: "npm run build" }, "built");
  written.say("It builds.");
  return written;
}

describe("damage", () => {
  test("an incomplete last line is read once it is complete", async () => {
    const place = await makeIngestPlace();
    const text = session("aaaa").text();
    const cut = text.length - 40;
    place.put(`${FOLDER}/aaaa.jsonl`, text.slice(0, cut));
    await place.ingest();
    const before = place.rows("SELECT text FROM session_summaries");
    expect(await place.ingest()).toMatchObject({ files: 0, bytes: 0 });
    place.append(`${FOLDER}/aaaa.jsonl`, text.slice(cut));
    await place.ingest();
    expect(String(before[0]?.text)).not.toContain("It builds.");
    expect(place.rows("SELECT text FROM session_summaries")[0]?.text).toContain("Last message: It builds.");
  });

  test("a line of 64 MB is read, and what follows it", async () => {
    const place = await makeIngestPlace();
    const written = session("aaaa");
    written.use("t-long", "Bash", { command: "make all" }, "made it\n".repeat(8 * 1024 * 1024));
    written.use("t-after", "Bash", { command: "make rest" }, "made the rest");
    place.put(`${FOLDER}/aaaa.jsonl`, written.text());
    place.put(`${FOLDER}/bbbb.jsonl`, session("bbbb").text());
    expect(await place.ingest()).toMatchObject({ sessions: 2, damagedLines: 0, problems: [] });
    expect(place.rows("SELECT title FROM observations WHERE session_id = 'aaaa' ORDER BY at")).toEqual([
      { title: "Ran npm run build" },
      { title: "Ran make all" },
      { title: "Ran make rest" },
    ]);
    expect(place.rows("SELECT max(length(summary)) < 2000 AS bounded FROM observations")).toEqual([
      { bounded: 1 },
    ]);
  });

  test("two records on one line are two, a line of garbage is none", async () => {
    const place = await makeIngestPlace();
    const lines = session("aaaa").lines();
    place.put(
      `${FOLDER}/aaaa.jsonl`,
      `${lines[0]}${lines[1]}\n\u0000\u0000{"half": \n[1,2]\n"text"\n\n${lines.slice(2).join("\n")}\n`,
    );
    expect(await place.ingest()).toMatchObject({ prompts: 1, observations: 1, problems: [] });
  });

  test("an ignored record joined with another one on a line is not skipped", async () => {
    const place = await makeIngestPlace();
    const lines = session("aaaa").lines();
    const silent = JSON.stringify({ type: "mode", mode: "default", sessionId: "aaaa" });
    place.put(`${FOLDER}/aaaa.jsonl`, `${silent}${lines[0]}\n${lines.slice(1).join("\n")}\n`);
    expect(await place.ingest()).toMatchObject({ prompts: 1 });
  });

  test("a missing file and one of another tool do not prevent reading the others", async () => {
    const place = await makeIngestPlace();
    const gone = place.put(`${FOLDER}/gone.jsonl`, session("gone").text());
    place.put(`${FOLDER}/aaaa.jsonl`, session("aaaa").text());
    const foreign = `${historyDir(place.env)}/${FOLDER}/ses_1.jsonl`;
    copyFileSync(`${import.meta.dir}/../../../fixtures/transcripts/ses_other-tool.jsonl`, foreign);
    const { files } = findTranscripts([historyDir(place.env)]);
    rmSync(gone);
    expect(await place.ingest({ files })).toMatchObject({
      files: 1,
      sessions: 1,
      leftOut: { foreign: 1 },
      problems: [{ path: gone, message: "there is no such file" }],
    });
    expect(place.rows("SELECT session_id FROM sessions")).toEqual([{ session_id: "aaaa" }]);
  });

  test("files without a message create no session", async () => {
    const place = await makeIngestPlace();
    const queue = JSON.stringify({ type: "queue-operation", operation: "dequeue", sessionId: "aaaa" });
    place.put(`${FOLDER}/aaaa.jsonl`, `${queue}\n`);
    place.put(`${FOLDER}/empty.jsonl`, "");
    await place.ingest();
    expect(place.rows("SELECT * FROM sessions")).toEqual([]);
  });
});

describe("malice", () => {
  test.each(["../../etc/passwd", "a b", "x".repeat(129), "", "a'; DROP TABLE sessions; --", "a\u0000b"])(
    "a session named %j is not recorded under that name",
    async (id) => {
      const place = await makeIngestPlace();
      place.put(`${FOLDER}/odd name!.jsonl`, session(id).text());
      expect(await place.ingest()).toMatchObject({ prompts: 0, observations: 0, problems: [] });
      expect(place.rows("SELECT * FROM sessions")).toEqual([]);
    },
  );

  test("a file that claims to contain thousands of sessions counts as a hundred", async () => {
    const place = await makeIngestPlace();
    const lines = Array.from({ length: 500 }, (_, n) => session(`s${n}`).lines()[0]);
    place.put(`${FOLDER}/many.jsonl`, `${lines.join("\n")}\n`);
    await place.ingest();
    expect(place.rows("SELECT count(*) AS n FROM sessions")).toEqual([{ n: 100 }]);
  });

  test("implausible times are replaced", async () => {
    const place = await makeIngestPlace();
    place.put(`${FOLDER}/future.jsonl`, session("future", { startedAt: Date.UTC(9000, 0) }).text());
    place.put(`${FOLDER}/past.jsonl`, session("past", { startedAt: 0 }).text());
    await place.ingest();
    const rows = place.rows("SELECT at FROM observations UNION ALL SELECT started_at FROM sessions");
    expect(rows).toHaveLength(4);
    for (const { at } of rows) expect(Math.abs(Number(at) - Date.now())).toBeLessThan(3_600_000);
  });

  test("invalid ids of records and calls are not kept", async () => {
    const place = await makeIngestPlace();
    const written = writeTranscript({ sessionId: "aaaa" });
    written.use("not an id\n", "Bash", { command: "npm run build" }, "built");
    const odd = { type: "user", message: { role: "user", content: "Words of a record with an odd id" } };
    const prompt = JSON.stringify({ ...odd, uuid: "' OR 1", sessionId: "aaaa", isSidechain: false });
    place.put(`${FOLDER}/aaaa.jsonl`, `${written.text()}${prompt}\n`);
    expect(await place.ingest()).toMatchObject({ prompts: 1, observations: 0 });
    expect(place.rows("SELECT uuid FROM prompts")).toEqual([{ uuid: null }]);
  });
});

describe("limits and choices", () => {
  test("an excluded project, tool and path stay out, and may come in later", async () => {
    const place = await makeIngestPlace();
    const config = (exclude: object) =>
      writeFileIn(place.env.holdfastHome, "config.json", JSON.stringify({ capture: { exclude } }));
    config({ projects: ["/work/secret"] });
    place.put("-work-secret/aaaa.jsonl", session("aaaa", { cwd: "/work/secret/api" }).text());
    place.put(`${FOLDER}/bbbb.jsonl`, session("bbbb").text());
    expect(await place.ingest()).toMatchObject({ sessions: 1, leftOut: { excluded: 1 } });
    config({ tools: ["Bash"] });
    expect(await place.ingest()).toMatchObject({ sessions: 1, prompts: 1, observations: 0 });
  });

  test("only one project, if requested", async () => {
    const place = await makeIngestPlace();
    place.put("-work-other/aaaa.jsonl", session("aaaa", { cwd: "/work/other" }).text());
    place.put(`${FOLDER}/bbbb.jsonl`, session("bbbb").text());
    expect(await place.ingest({ projectKey: "/work/shop" })).toMatchObject({ leftOut: { project: 1 } });
    expect(place.rows("SELECT session_id FROM sessions")).toEqual([{ session_id: "bbbb" }]);
    expect(await place.ingest()).toMatchObject({ sessions: 1 });
  });

  test("an ingest that is interrupted keeps what was read, and continues next time", async () => {
    const place = await makeIngestPlace();
    for (const id of ["aaaa", "bbbb", "cccc"]) place.put(`${FOLDER}/${id}.jsonl`, session(id).text());
    expect(await place.ingest({ stopped: () => true })).toMatchObject({ sessions: 1, stopped: true });
    expect(await place.ingest()).toMatchObject({ sessions: 2, stopped: false });
  });

  test("an ingest that loses its lock ends", async () => {
    const place = await makeIngestPlace();
    place.put(`${FOLDER}/aaaa.jsonl`, session("aaaa").text());
    takeDrainLock(place.store, process.ppid, Date.now());
    await expect(place.ingest()).rejects.toThrow("took the database over");
  });
});
