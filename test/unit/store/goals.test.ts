import { describe, expect, test } from "bun:test";
import {
  abandonedGoals,
  changeGoal,
  countRound,
  endGoal,
  findGoal,
  type Goal,
  insertEvidence,
  insertGoal,
  listEvidence,
  listGoals,
  moveGoal,
  type NewGoal,
  openGoalsOfOthers,
  resumeGoal,
  setGoalState,
  startTreeOf,
} from "../../../src/store/goals.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { closeSession, touchSession } from "../../../src/store/sessions.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const makeStore = (): Promise<Store> => openStore(`${makeTempFolder("store")}/holdfast.db`);

const LOOP: NewGoal = {
  ...{ kind: "loop", sessionId: "s1", projectDir: "/p", text: "fix", maxRounds: 3, maxMinutes: 240 },
  conditions: [{ id: "verify", by: "command", run: "false" }],
  startedBy: "user",
  createdAt: 1,
};

const suspend = (store: Store, { id }: Goal) =>
  setGoalState(store, id, { state: "suspended", why: "total", at: 2 });

describe("a goal", () => {
  test("that is met ends the suspended ones of the project that wait for the same command, and nothing else", async () => {
    const store = await makeStore();
    const by = (run: string) => ({ conditions: [{ id: "verify", by: "command" as const, run }] });
    const others: Record<string, Partial<NewGoal>> = {
      same: {},
      command: by("true"),
      event: { conditions: [{ id: "done", by: "event" }] },
      project: { projectDir: "/q" },
    };
    for (const [sessionId, fields] of Object.entries(others))
      suspend(store, insertGoal(store, { ...LOOP, ...fields, sessionId }));
    insertGoal(store, { ...LOOP, sessionId: "active" });
    endGoal(store, insertGoal(store, LOOP), 3);
    const stateOf = (sessionId: string) => findGoal(store, "loop", sessionId)?.state;
    expect(["s1", "same", "active", ...Object.keys(others).slice(1)].map(stateOf)).toEqual([
      ...["met", "met", "active"],
      ...Array(3).fill("suspended"),
    ]);
  });

  test("without a command ends only itself", async () => {
    const store = await makeStore();
    const done: NewGoal = { ...LOOP, conditions: [{ id: "done", by: "event" }] };
    suspend(store, insertGoal(store, { ...done, sessionId: "other" }));
    endGoal(store, insertGoal(store, done), 3);
    expect(findGoal(store, "loop", "other")?.state).toBe("suspended");
  });

  test("of a session is the open one of its kind, else the newest", async () => {
    const store = await makeStore();
    const first = insertGoal(store, { ...LOOP, text: "first", state: "suspended" });
    insertGoal(store, { ...LOOP, text: "second", state: "met" });
    insertGoal(store, { ...LOOP, kind: "flow", text: "a flow" });
    expect(listGoals(store, "s1").map(({ text }) => text)).toEqual(["first", "a flow"]);
    setGoalState(store, first.id, { state: "cancelled", why: "enough", at: 9 });
    expect(findGoal(store, "loop", "s1")?.text).toBe("second");
  });

  test("never counts beyond its own rounds, and continues with its count when it is resumed", async () => {
    const store = await makeStore();
    const { id } = insertGoal(store, LOOP);
    for (let at = 2; at < 9; at++) countRound(store, id, at);
    expect(findGoal(store, "loop", "s1")).toMatchObject({ rounds: 3, updatedAt: 8 });
    setGoalState(store, id, { state: "suspended", why: "total", at: 9 });
    const resumed = { state: "active", why: null, rounds: 3, resumes: 1, maxRounds: 9 };
    expect(resumeGoal(store, id, { maxRounds: 9, at: 10 })).toMatchObject(resumed);
  });

  test("is set later than the last one of the session, so that its state file tells them apart", async () => {
    const store = await makeStore();
    insertGoal(store, LOOP);
    expect(insertGoal(store, LOOP).createdAt).toBe(2);
    expect(insertGoal(store, { ...LOOP, kind: "flow" }).createdAt).toBe(1);
  });

  test("moves to another session with its evidence", async () => {
    const store = await makeStore();
    const { id } = insertGoal(store, { ...LOOP, startTree: "the tree" });
    insertEvidence(store, id, { condition: "a", kind: "note", source: "note", text: "x", at: 1 });
    moveGoal(store, id, "s2", 5);
    expect(findGoal(store, "loop", "s1")).toBeNull();
    expect(findGoal(store, "loop", "s2")).toMatchObject({ id, updatedAt: 5 });
    expect(listEvidence(store, id)).toHaveLength(1);
    expect(startTreeOf(store, id)).toBe("the tree");
  });

  test("keeps of a check only the last result, and of a change only what was given", async () => {
    const store = await makeStore();
    const { id } = insertGoal(store, { ...LOOP, details: { kind: "docs" } });
    for (const kind of ["failed", "failed", "passed"])
      insertEvidence(store, id, { condition: "verify", kind, source: "stop", text: "", at: 1 });
    expect(listEvidence(store, id).map(({ kind }) => kind)).toEqual(["passed"]);
    changeGoal(store, id, { details: { phase: "build" } }, 9);
    const changed = { details: { kind: "docs", phase: "build" }, conditions: LOOP.conditions, updatedAt: 9 };
    expect(findGoal(store, "loop", "s1")).toMatchObject(changed as object);
  });

  test("that ended a month ago is deleted when the next one is set", async () => {
    const store = await makeStore();
    const old = insertGoal(store, { ...LOOP, state: "met" });
    insertEvidence(store, old.id, { condition: "verify", kind: "passed", source: "", text: "", at: 1 });
    insertGoal(store, { ...LOOP, sessionId: "left" });
    insertGoal(store, { ...LOOP, sessionId: "s2", createdAt: 31 * 24 * 3_600_000 });
    expect(findGoal(store, "loop", "s1")).toBeNull();
    expect(listEvidence(store, old.id)).toEqual([]);
    expect(findGoal(store, "loop", "left")).not.toBeNull();
  });
});

describe("goals of other sessions", () => {
  test("are those that are open in the project, without another tool's", async () => {
    const store = await makeStore();
    const add = (sessionId: string, fields: Partial<NewGoal>) =>
      insertGoal(store, { ...LOOP, ...fields, sessionId });
    add("s1", {});
    add("left", { state: "suspended" });
    add("over", { state: "met" });
    add("foreign", { fileKey: "k" });
    add("elsewhere", { projectDir: "/q" });
    const others = openGoalsOfOthers(store, { kind: "loop", projectDir: "/p", sessionId: "s1" });
    expect(others.map(({ sessionId }) => sessionId)).toEqual(["left"]);
  });

  test("are abandoned when they are suspended, or their session has ended", async () => {
    const store = await makeStore();
    for (const sessionId of ["suspended", "ended", "live"]) insertGoal(store, { ...LOOP, sessionId });
    const suspended = findGoal(store, "loop", "suspended");
    if (suspended) suspend(store, suspended);
    touchSession(store, { sessionId: "ended", projectDir: "/p", transcriptPath: null, at: 1, toolCalls: 0 });
    closeSession(store, "ended", "other", 2);
    const abandoned = (dir: string) => abandonedGoals(store, "loop", dir).map(({ sessionId }) => sessionId);
    expect(abandoned("/p")).toEqual(["suspended", "ended"]);
    expect(abandoned("/elsewhere")).toEqual([]);
  });
});
