import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { createRandom } from "../../../fuzz/random.ts";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { insertObservation } from "../../../src/recording/observations/observations.ts";
import { saveSummary } from "../../../src/recording/observations/summaries.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { indexPrompts } from "../../../src/store/prompt-index.ts";
import { insertPrompt } from "../../../src/store/prompts.ts";
import { databaseBytes } from "../../../src/store/retention.ts";
import { announcePruned, estimatePrune, pruneStore } from "../../../src/upkeep/prune-store.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const DAY = 24 * 3_600_000;
const NOW = 100 * DAY;
let store: Store;
let path = "";

beforeEach(async () => {
  path = `${makeTempFolder("store")}/holdfast.db`;
  store = await openStore(path);
});

const keep = (megabytes: number) => ({ ...defaultConfig(), retention: { rawDays: 30, megabytes } });

function addCalls(count: number, at: number, status = "done"): void {
  store
    .query(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $count)
       INSERT INTO pending_queue (session_id, tool_name, raw_output, status, created_at)
       SELECT 's', 'Bash', hex(randomblob(2500)), $status, $at FROM n`,
    )
    .run({ count, at, status });
}

function addObservations(count: number): void {
  store
    .query(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $count)
       INSERT INTO observations (session_id, kind, title, summary, at)
       SELECT 's', 'change', 'number ' || i, hex(randomblob(200)), i FROM n`,
    )
    .run({ count });
}

/** With texts as long, and words as frequent, as in real ones, and so many that a session takes as much as those: 57 KB. */
function addSessions(sessions: number): void {
  const random = createRandom(1, sessions);
  const text = (words: number) =>
    Array.from({ length: words }, () => `w${Math.floor(20_000 ** (random.below(10_000) / 10_000))}x`).join(
      " ",
    );
  const insert = () => {
    for (let n = 0; n < sessions; n++) {
      const about = { sessionId: crypto.randomUUID(), projectKey: "/work/app" };
      const rest = { files: ["src/a.ts"], subject: null, result: null };
      const { sessionId } = about;
      for (let at = 0; at < 40; at++)
        insertObservation(store, {
          ...{ ...about, ...rest, kind: "command" as const, title: text(12), summary: text(60) },
          ...{ toolUseId: crypto.randomUUID(), at: n * 1000 + at },
        });
      for (let at = 0; at < 5; at++) insertPrompt(store, { sessionId, promptId: null, text: text(60), at });
      const summary = { session_id: sessionId, project_key: about.projectKey, at: n, detail: text(400) };
      saveSummary(store, { ...summary, request: text(20), text: text(150) });
    }
  };
  store.transaction(insert)();
  indexPrompts(store);
}

const count = (table: string) => (store.query(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;

describe("data that the config does not retain", () => {
  test("is deleted by age, as configured, and nothing else is", async () => {
    addCalls(250, NOW - 31 * DAY);
    addCalls(5, NOW - 29 * DAY);
    addObservations(30);
    store.run(`INSERT INTO event_log (session_id, event, at) VALUES ('s', 'Stop', 1), ('s', 'Stop', ${NOW})`);
    const foreseen = estimatePrune(store, keep(200), NOW);
    expect(count("pending_queue")).toBe(255);
    const done = await pruneStore(store, keep(200), NOW);
    for (const { calls, events, observations } of [foreseen, done])
      expect([calls, events, observations]).toEqual([250, 1, 0]);
    expect([count("pending_queue"), count("event_log"), count("observations")]).toEqual([5, 1, 30]);
  });

  test.each([
    [30, 365],
    [1000, 1000],
  ])("includes runs after a year, later if raw calls are kept for %i days", async (rawDays, days) => {
    const now = 2000 * DAY;
    const config = { ...keep(200), retention: { rawDays, megabytes: 200 } };
    for (const at of [now - (days + 1) * DAY, now - (days - 1) * DAY])
      store.run(
        `INSERT INTO runs (session_id, at, check_name, command, state) VALUES ('s', ${at}, 'tests', 'bun test', 'green')`,
      );
    await pruneStore(store, config, now);
    expect(store.query("SELECT at FROM runs").all()).toEqual([{ at: now - (days - 1) * DAY }]);
  });

  test("is deleted by size: finished calls, then the oldest observations; never a queued call", async () => {
    addCalls(200, NOW);
    addCalls(3, NOW, "raw");
    addObservations(2000);
    const { observations } = await pruneStore(store, keep(2), NOW);
    expect(count("pending_queue")).toBe(3);
    expect(observations).toBeGreaterThan(0);
    expect(store.query("SELECT min(at) AS oldest, max(at) AS newest FROM observations").get()).toEqual({
      oldest: observations + 1,
      newest: 2000,
    });
    expect(store.query("PRAGMA main.freelist_count").get()).toEqual({ freelist_count: 0 });
  });

  test("includes no tool call of a year of twenty sessions a day, of the usual size, at a hundredth of the limit", async () => {
    const SESSIONS = 73;
    const before = databaseBytes(store);
    addSessions(SESSIONS);
    expect((databaseBytes(store) - before) / SESSIONS / 1024).toBeWithin(50, 66);
    expect((await pruneStore(store, keep(5), NOW)).observations).toBe(0);
    addSessions(SESSIONS);
    expect(estimatePrune(store, keep(5), NOW).observations).toBeGreaterThan(500);
  });

  test("is told to the session at work, once a month", () => {
    for (const [id, at, source] of [
      ["old", 1, "startup"],
      ["live", 2, "startup"],
      ["read", 3, "ingest"],
    ] as const)
      store
        .query(
          "INSERT INTO sessions (session_id, source, started_at, last_seen_at) VALUES ($id, $source, $at, $at)",
        )
        .run({ id, source, at });
    store.run(
      `INSERT INTO observations (session_id, kind, title, summary, at) VALUES ('s', 'change', '', '', ${NOW})`,
    );
    const messages = () => store.query("SELECT session_id, text FROM messages").values();
    announcePruned(store, { observations: 0 }, keep(500), NOW);
    expect(messages()).toEqual([]);
    announcePruned(store, { observations: 12 }, keep(500), NOW);
    announcePruned(store, { observations: 34 }, keep(500), NOW + DAY);
    expect(messages()).toEqual([
      ["live", expect.stringMatching(/500 MB.* 12 .*1970-04-11.*retention\.megabytes/)],
    ]);
    announcePruned(store, { observations: 34 }, keep(500), NOW + 31 * DAY);
    expect(messages()).toHaveLength(2);
  });

  test("is deleted in pieces, and another process writes in between", async () => {
    addCalls(600, NOW);
    const other = new Database(path);
    let seen = new Set<number>();
    const timer = setInterval(() => {
      other.run("BEGIN IMMEDIATE");
      seen = seen.add(count("pending_queue"));
      other.run("COMMIT");
    }, 1);
    await pruneStore(store, keep(0), NOW);
    clearInterval(timer);
    other.close();
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });
});
