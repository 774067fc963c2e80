import { describe, expect, test } from "bun:test";
import {
  abandonedLoops,
  cancelFileLoop,
  endLoop,
  findLoop,
  insertLoop,
  moveLoop,
  type NewLoop,
  noteRound,
  openLoopsOfOthers,
  resumeLoop,
  setLoopStatus,
} from "../../../../src/gates/loop/rows.ts";
import { openStore, type Store } from "../../../../src/store/open.ts";
import { closeSession, touchSession } from "../../../../src/store/sessions.ts";
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
  test("that is done closes the suspended ones of the project that wait for the same command", async () => {
    const store = await makeStore();
    const others: [string, Partial<NewLoop>, string][] = [
      ["same", {}, "suspended"],
      ["active", {}, "active"],
      ["command", { verify: "true" }, "suspended"],
      ["none", { verify: null }, "suspended"],
      ["project", { project_dir: "/q" }, "suspended"],
      ["cancelled", {}, "cancelled"],
    ];
    for (const [session_id, fields, status] of others) {
      insertLoop(store, { ...LOOP, ...fields, session_id });
      setLoopStatus(store, session_id, { status: status as "active", why: null, at: 2 });
    }
    endLoop(store, insertLoop(store, LOOP), 3);
    const statuses = Object.fromEntries(
      ["s1", ...others.map(([id]) => id)].map((id) => [id, findLoop(store, id)?.status]),
    );
    expect(statuses).toEqual({
      s1: "done",
      same: "done",
      active: "active",
      command: "suspended",
      none: "suspended",
      project: "suspended",
      cancelled: "cancelled",
    });
  });

  test("without a command closes only itself", async () => {
    const store = await makeStore();
    insertLoop(store, { ...LOOP, session_id: "other", verify: null });
    setLoopStatus(store, "other", { status: "suspended", why: null, at: 2 });
    endLoop(store, insertLoop(store, { ...LOOP, verify: null }), 3);
    expect(findLoop(store, "other")?.status).toBe("suspended");
  });

  test("is abandoned when it is suspended, or its session ended", async () => {
    const store = await makeStore();
    for (const session_id of ["suspended", "ended", "live"]) insertLoop(store, { ...LOOP, session_id });
    setLoopStatus(store, "suspended", { status: "suspended", why: null, at: 2 });
    touchSession(store, { sessionId: "ended", projectDir: "/p", transcriptPath: null, at: 1, toolCalls: 0 });
    closeSession(store, "ended", "other", 2);
    insertLoop(store, { ...LOOP, session_id: "no-command", verify: null });
    setLoopStatus(store, "no-command", { status: "suspended", why: null, at: 2 });
    expect(abandonedLoops(store, "/p").map((row) => row.session_id)).toEqual(["suspended", "ended"]);
    expect(abandonedLoops(store, "/elsewhere")).toEqual([]);
  });

  test("for another tool's file is cancelled under the file's own name", async () => {
    const store = await makeStore();
    cancelFileLoop(store, { ...LOOP, verify: null, file_key: "k", why: "enough", iteration: 2 });
    expect(findLoop(store, "s1")).toMatchObject({ status: "cancelled", file_key: "k", iteration: 2 });
    expect(insertLoop(store, { ...LOOP, created_at: 9 }).file_key).toBeNull();
  });

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

  test("continues after a suspension, with its previous count", async () => {
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

  test("is completely replaced by a new loop of the session", async () => {
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

  test("is found from other sessions only while it is open, and only in its project", async () => {
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
    expect(openLoopsOfOthers(store, "/p", "s1").map((row) => row.session_id)).toEqual(["s2"]);
  });
});
