import { expect, test } from "bun:test";
import {
  changeFlow,
  findFlow,
  insertEvidence,
  insertFlow,
  listEvidence,
  moveFlow,
  type NewFlow,
  openFlowsOfOthers,
  resumeFlow,
  setFlowStatus,
  startTreeOf,
} from "../../../../src/gates/flow/rows.ts";
import { openStore } from "../../../../src/store/open.ts";
import { makeFlow } from "../../../helpers/flows.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const open = () => openStore(`${makeTempFolder("store")}/holdfast.db`);

function newFlow(overrides: Partial<NewFlow> = {}): NewFlow {
  const { id, rounds, resumes, why, updatedAt, ...rest } = makeFlow();
  return { ...rest, startTree: null, ...overrides };
}

test("a session's flow is the open one, else the newest", async () => {
  const store = await open();
  expect(findFlow(store, "s1")).toBeNull();
  const first = insertFlow(store, newFlow({ task: "first", status: "suspended" }));
  insertFlow(store, newFlow({ task: "second", status: "done" }));
  expect(findFlow(store, "s1")?.task).toBe("first");
  setFlowStatus(store, first.id, { status: "cancelled", why: "enough", at: 9 });
  expect(findFlow(store, "s1")?.task).toBe("second");
  store.close();
});

test("an update changes only the given fields", async () => {
  const store = await open();
  const { id } = insertFlow(store, newFlow({ kind: "docs", startTree: "the tree" }));
  changeFlow(store, id, { phase: "build", complexity: 4 }, 9);
  expect(findFlow(store, "s1")).toEqual(
    makeFlow({ id, phase: "build", complexity: 4, kind: "docs", updatedAt: 9 }),
  );
  expect(startTreeOf(store, id)).toBe("the tree");
  expect(startTreeOf(store, id + 1)).toBeNull();
  store.close();
});

test("a flow moves to another session with its evidence, and continues there", async () => {
  const store = await open();
  const { id } = insertFlow(store, newFlow({ status: "suspended" }));
  insertEvidence(store, id, { condition: "memory_search", kind: "note", source: "note", text: "a", at: 1 });
  insertEvidence(store, id, {
    condition: "plan_approved",
    kind: "approval",
    source: "prompt",
    text: "",
    at: 2,
  });
  insertFlow(store, newFlow({ sessionId: "s2", status: "done" }));
  moveFlow(store, id, "s2", 5);
  resumeFlow(store, id, 6);
  expect(findFlow(store, "s1")).toBeNull();
  expect(findFlow(store, "s2")).toMatchObject({ id, status: "active", resumes: 1 });
  expect(listEvidence(store, id).map(({ condition }) => condition)).toEqual([
    "memory_search",
    "plan_approved",
  ]);
  store.close();
});

test("abandoned flows are the open ones of other sessions in this project, and not another tool's", async () => {
  const store = await open();
  insertFlow(store, newFlow({ sessionId: "s1", task: "mine" }));
  insertFlow(store, newFlow({ sessionId: "s2", task: "left", status: "suspended" }));
  insertFlow(store, newFlow({ sessionId: "s3", task: "over", status: "done" }));
  insertFlow(store, newFlow({ sessionId: "s4", task: "foreign", fileKey: "k" }));
  insertFlow(store, newFlow({ sessionId: "s5", task: "elsewhere", projectDir: "/other" }));
  expect(openFlowsOfOthers(store, "/project", "s1").map(({ task }) => task)).toEqual(["left"]);
  store.close();
});
