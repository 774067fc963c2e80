import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { estimatePrune, pruneStore } from "../../../src/upkeep/prune-store.ts";
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
