import { expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { insertLoop, setLoopStatus } from "../../../../src/gates/loop/rows.ts";
import { gatherInsights } from "../../../../src/review/insights/gather-insights.ts";
import type { Insights, MetricChange } from "../../../../src/review/insights/insights.ts";
import { markWrong } from "../../../../src/store/decisions.ts";
import type { Store } from "../../../../src/store/open.ts";
import { openNewStore } from "../../../helpers/new-store.ts";
import { leaveDecision, leaveFailure, leaveRead, leaveSession } from "../../../helpers/past-sessions.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const DAY = 86_400_000;
const NOW = 100 * DAY;
const YESTERDAY = NOW - DAY;
const EARLIER = NOW - 40 * DAY;
const PROJECT = "/work/shop";

async function makeStore(): Promise<Store> {
  const store = await openNewStore(`${makeTempFolder("store")}/holdfast.db`);
  leaveSession(store, "now", PROJECT, YESTERDAY);
  leaveSession(store, "then", PROJECT, EARLIER);
  leaveSession(store, "elsewhere", "/work/other", YESTERDAY);
  return store;
}

function look(store: Store, config = defaultConfig()): Promise<Insights> {
  return gatherInsights(store, { key: PROJECT, dir: PROJECT }, config, {
    since: NOW - 30 * DAY,
    until: NOW,
  });
}

function changeOf(insights: Insights, what: string): MetricChange | undefined {
  return insights.changes.find((change) => change.what === what);
}

test("what happened in the period in this project is counted, and compared with the previous period", async () => {
  const store = await makeStore();
  leaveFailure(store, "now", "npm test", YESTERDAY);
  leaveFailure(store, "now", "npm test", YESTERDAY + 1);
  leaveFailure(store, "now", "make", YESTERDAY + 2);
  leaveFailure(store, "then", "npm test", EARLIER);
  leaveFailure(store, "elsewhere", "cargo test", YESTERDAY);
  leaveFailure(store, "then", "too old", NOW - 90 * DAY);
  const insights = await look(store);
  expect(insights.now.failingCommands).toMatchObject([
    { command: "npm test", failures: 2, sessions: 1, fixed: 0, last_session: "now", last_at: YESTERDAY + 1 },
    { command: "make", failures: 1, sessions: 1, fixed: 0, last_session: "now", last_at: YESTERDAY + 2 },
  ]);
  expect(changeOf(insights, "failed commands")).toMatchObject({ before: 1, now: 3, better: false });
  expect(changeOf(insights, "sessions")).toMatchObject({ before: 1, now: 1, better: null });
  store.close();
});

test("a file counts as read again only when one session read it more than once", async () => {
  const store = await makeStore();
  leaveSession(store, "second", PROJECT, YESTERDAY);
  for (const at of [1, 2, 3]) leaveRead(store, "now", "/work/shop/a.ts", YESTERDAY + at);
  leaveRead(store, "second", "/work/shop/a.ts", YESTERDAY);
  leaveRead(store, "now", "/work/shop/once.ts", YESTERDAY);
  expect((await look(store)).now.rereadFiles).toEqual([
    { file: "/work/shop/a.ts", reads: 3, sessions: 1, most: 3, most_session: "now" },
  ]);
  store.close();
});

test("only the part of a loop's time inside the period counts", async () => {
  const store = await makeStore();
  const began = NOW - 30 * DAY - 3_600_000;
  insertLoop(store, {
    session_id: "now",
    project_dir: PROJECT,
    task: "t",
    verify: null,
    promise: null,
    max_iterations: 5,
    max_minutes: 60,
    started_by: "user",
    created_at: began,
  });
  setLoopStatus(store, "now", { status: "done", why: null, at: NOW - 30 * DAY + 1_800_000 });
  const { now, before } = await look(store);
  expect(now.loops).toEqual({ loops: 1, flows: 0, milliseconds: 1_800_000, done: 1 });
  expect(before.loops.milliseconds).toBe(3_600_000);
  store.close();
});

test("stops are shown by outcome as shares, and the hook's time as a median", async () => {
  const store = await makeStore();
  for (const [verdict, ms] of [
    ["complete", 2],
    ["complete", 4],
    ["stalled", 6],
    ["capped", 100],
  ] as const) {
    leaveDecision(store, { sessionId: "now", verdict, at: YESTERDAY, ms });
  }
  const insights = await look(store);
  expect(insights.now.verdicts).toEqual({ complete: 2, capped: 1, stalled: 1 });
  expect(changeOf(insights, "stops complete")).toMatchObject({ now: 0.5, before: null, better: null });
  expect(insights.now.latency).toEqual({ median: 6, p95: 100 });
  store.close();
});

test("nothing recorded gives an empty report, not a fault", async () => {
  const store = await openNewStore(`${makeTempFolder("store")}/holdfast.db`);
  expect(await look(store)).toMatchObject({ changes: [], advice: [], now: { sessions: 0, latency: null } });
  store.close();
});

test("an invalid row is not counted", async () => {
  const store = await makeStore();
  const id = leaveDecision(store, { sessionId: "now", verdict: "blocked", at: YESTERDAY, gate: "tasks" });
  store.query("UPDATE decisions SET findings = '{broken' WHERE id = $id").run({ id });
  expect((await look(store)).now.gates).toEqual([]);
  store.close();
});

/** Blocks, how many were marked wrong, and how many prompts ended without a change. */
async function withBlocks(gate: string, blocks: number, wrong: number, unchanged: number) {
  const store = await makeStore();
  for (let n = 0; n < blocks; n++) {
    const id = leaveDecision(store, { sessionId: "now", verdict: "blocked", at: YESTERDAY, gate, budget: n });
    if (n < wrong) markWrong(store, id, null, YESTERDAY);
    if (n < unchanged)
      leaveDecision(store, { sessionId: "now", verdict: "stalled", at: YESTERDAY, gate, budget: n });
  }
  return store;
}

test.each([
  { gate: "tasks", blocks: 5, wrong: 2, unchanged: 0, named: true },
  { gate: "tasks", blocks: 5, wrong: 1, unchanged: 0, named: false },
  { gate: "tasks", blocks: 20, wrong: 3, unchanged: 0, named: false },
  { gate: "plan", blocks: 6, wrong: 0, unchanged: 3, named: true },
  { gate: "plan", blocks: 2, wrong: 0, unchanged: 2, named: false },
  { gate: "loop", blocks: 6, wrong: 0, unchanged: 6, named: false },
  { gate: "loop", blocks: 6, wrong: 3, unchanged: 0, named: true },
])("$gate with $blocks blocks, $wrong wrong, $unchanged unchanged is named: $named", async (given) => {
  const store = await withBlocks(given.gate, given.blocks, given.wrong, given.unchanged);
  expect((await look(store)).advice.map(({ gate }) => gate)).toEqual(given.named ? [given.gate] : []);
  store.close();
});

test("the same prompt released twice counts once", async () => {
  const store = await makeStore();
  for (const verdict of ["blocked", "stalled", "stalled"])
    leaveDecision(store, { sessionId: "now", verdict, at: YESTERDAY, gate: "quality", budget: 7 });
  expect((await look(store)).now.gates).toEqual([
    { gate: "quality", blocks: 1, wrong: 0, holds: 1, unchanged: 1, capped: 0, lastDecision: 3 },
  ]);
  store.close();
});
