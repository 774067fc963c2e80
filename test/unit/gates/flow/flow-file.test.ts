import { describe, expect, test } from "bun:test";
import { judgeConditions } from "../../../../src/gates/flow/judge-conditions.ts";
import {
  claimsMore,
  describesFlow,
  foreignConditions,
  parseFlowFile,
  renderFlowFile,
} from "../../../../src/gates/flow/state-file.ts";
import { makeCase, makeFlow } from "../../../helpers/flows.ts";

const SEED = {
  session_id: "abc123",
  task: "implement auth",
  phase: "implementation",
  verified_done: false,
  conditions: {
    memory_search: true,
    task_classified: true,
    must_have_answered: true,
    plan_approved: true,
    implementation_complete: false,
    correctness_passed: null,
    quality_passed: null,
    adversarial_passed: null,
    retrospective_done: false,
  },
  iterations: 3,
  created_at: "2026-02-14T10:00:00Z",
  last_updated: "2026-02-14T12:00:00Z",
};

describe("another tool's file", () => {
  test("in the known schema is read, with its open conditions in order", () => {
    const file = parseFlowFile(SEED);
    expect(file).toMatchObject({ task: "implement auth", phase: "implementation", verifiedDone: false });
    const open = foreignConditions(file).filter(({ state }) => state === "open");
    expect(open.map(({ id }) => id)).toEqual(["implementation_complete", "retrospective_done"]);
  });

  test.each([
    ["nothing in it", {}],
    ["wrong types everywhere", { task: 1, phase: {}, verified_done: "yes", conditions: [], created_at: 5 }],
    ["null", { task: null, phase: null, verified_done: null, conditions: null }],
  ])("with %s is not done and says nothing", (_, fields) => {
    const file = parseFlowFile(fields);
    expect(file).toMatchObject({ task: "", phase: "", verifiedDone: false });
    expect(foreignConditions(file)).toEqual([]);
  });

  test("is distinguished from the next one by task and time", () => {
    const key = parseFlowFile(SEED).key;
    expect(parseFlowFile({ ...SEED, phase: "other", verified_done: true }).key).toBe(key);
    expect(parseFlowFile({ ...SEED, task: "next" }).key).not.toBe(key);
    expect(parseFlowFile({ ...SEED, created_at: "2026-02-15T10:00:00Z" }).key).not.toBe(key);
  });
});

describe("our file", () => {
  const given = makeCase({ complexity: 3, kind: "docs" }, [{ condition: "memory_search", kind: "search" }]);
  const states = judgeConditions(given);

  test("has the schema's fields, with null for what was not tried or is not needed", () => {
    expect(renderFlowFile(given.flow, states)).toMatchObject({
      session_id: "s1",
      task: "add a login",
      phase: "planning",
      verified_done: false,
      iterations: 0,
      created_at: "1970-01-01T00:00:01.000Z",
      last_updated: "1970-01-01T00:00:02.000Z",
      conditions: {
        memory_search: true,
        task_classified: true,
        must_have_answered: false,
        plan_approved: false,
        implementation_complete: false,
        correctness_passed: null,
        quality_passed: null,
        adversarial_passed: null,
        retrospective_done: false,
      },
    });
  });

  test("keeps what others wrote, and describes the same flow when read back", () => {
    const before = { theirs: [1], conditions: { theirs: true, plan_approved: true }, verified_done: true };
    const fields = renderFlowFile(given.flow, states, before);
    expect(fields).toMatchObject({ theirs: [1], verified_done: false });
    expect(fields.conditions).toMatchObject({ theirs: true, plan_approved: false });
    expect(describesFlow(parseFlowFile(fields), given.flow)).toBe(true);
    expect(describesFlow(parseFlowFile(SEED), given.flow)).toBe(false);
    expect(describesFlow(parseFlowFile({}), given.flow)).toBe(true);
  });

  test.each([
    ["as we wrote it", {}, false],
    ["verified_done by hand", { verified_done: true }, true],
    ["a condition by hand", { conditions: { plan_approved: true } }, true],
    ["a condition that was met", { conditions: { memory_search: true } }, false],
  ])("with %s: claims more: %p", (_, edit, claims) => {
    const file = parseFlowFile({ ...renderFlowFile(given.flow, states), ...edit });
    expect(claimsMore(file, given.flow, states)).toBe(claims);
  });

  test("that shows a pass on an older tree is not treated as a claim", () => {
    const rows = [{ condition: "correctness_passed", kind: "passed", treeMark: "m0" }] as const;
    const outgrown = judgeConditions(makeCase({ correctness: "make" }, [...rows]));
    const file = parseFlowFile({ conditions: { correctness_passed: true } });
    expect(claimsMore(file, makeFlow(), outgrown)).toBe(false);
  });
});
