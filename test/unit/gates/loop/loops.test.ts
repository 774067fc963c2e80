import { describe, expect, test } from "bun:test";
import {
  findLoop,
  insertLoop,
  moveLoop,
  type NewLoop,
  noteRound,
  openLoopsBeside,
  resumeLoop,
  setLoopStatus,
} from "../../../../src/gates/loop/rows.ts";
import { openStore, type Store } from "../../../../src/store/open.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const LOOP: NewLoop = {
  session_id: "s1",
  project_dir: "/p",
  task: "fix",
  verify: "false",
  promise: null,
  max_iterations: 3,
  max_minutes: 240,
  started_by: "user",
  created_at: 1,
};

const makeStore = (): Promise<Store> => openStore(`${makeTempFolder("store")}/holdfast.db`);

describe("a loop's row", () => {
  test("starts active, with nothing counted", async () => {
    expect(insertLoop(await makeStore(), LOOP)).toMatchObject({
      status: "active",
      iteration: 0,
      resumes: 0,
      validation_result: "pending",
    });
  });

  test("never counts beyond its maximum", async () => {
    const store = await makeStore();
    insertLoop(store, LOOP);
    for (let at = 2; at < 9; at++) {
      noteRound(store, "s1", { rounds: 1, result: "failed", lastError: "e", at });
    }
    expect(findLoop(store, "s1")).toMatchObject({ iteration: 3, last_error: "e", updated_at: 8 });
  });

  test("goes on after a suspension, with what it had counted", async () => {
    const store = await makeStore();
    insertLoop(store, LOOP);
    noteRound(store, "s1", { rounds: 1, result: "failed", lastError: "e", at: 2 });
    setLoopStatus(store, "s1", { status: "suspended", why: "total", at: 3 });
    expect(resumeLoop(store, "s1", { maxIterations: 9, at: 4 })).toMatchObject({
      status: "active",
      iteration: 1,
      resumes: 1,
      max_iterations: 9,
      why: null,
    });
  });

  test("is replaced by a new loop of the session as a whole", async () => {
    const store = await makeStore();
    insertLoop(store, LOOP);
    noteRound(store, "s1", { rounds: 1, result: "failed", lastError: "e", at: 2 });
    expect(insertLoop(store, { ...LOOP, task: "other" })).toMatchObject({
      iteration: 0,
      last_error: null,
      created_at: 2,
    });
  });

  test("can be taken over by another session", async () => {
    const store = await makeStore();
    insertLoop(store, LOOP);
    insertLoop(store, { ...LOOP, session_id: "s2", task: "old" });
    moveLoop(store, "s1", "s2", 5);
    expect(findLoop(store, "s1")).toBeNull();
    expect(findLoop(store, "s2")).toMatchObject({ task: "fix" });
  });

  test("is found beside others only while it is open, and only in its project", async () => {
    const store = await makeStore();
    for (const [session, project] of [
      ["s1", "/p"],
      ["s2", "/p"],
      ["s3", "/q"],
      ["s4", "/p"],
    ] as const) {
      insertLoop(store, { ...LOOP, session_id: session, project_dir: project });
    }
    setLoopStatus(store, "s4", { status: "done", why: null, at: 9 });
    expect(openLoopsBeside(store, "/p", "s1").map((row) => row.session_id)).toEqual(["s2"]);
  });
});
