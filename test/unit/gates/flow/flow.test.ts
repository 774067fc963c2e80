import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import type { ConditionId } from "../../../../src/gates/flow/flow.ts";
import { type FlowFacts, judgeFlow } from "../../../../src/gates/flow/judge.ts";
import { judgeConditions } from "../../../../src/gates/flow/judge-conditions.ts";
import { makeCase } from "../../../helpers/flows.ts";
import { makeView } from "../../../helpers/stops.ts";

/** A flow with these conditions forced, and no evidence for the others. */
function heldFlow(met: ConditionId[], overrides: Partial<FlowFacts> = {}): FlowFacts {
  const given = makeCase(
    {},
    met.map((condition) => ({ condition, kind: "forced" as const, text: "for the test" })),
  );
  return {
    source: "row",
    id: "1.0",
    task: "add a login",
    phase: "planning",
    conditions: judgeConditions(given),
    claimsMore: false,
    uncommitted: [],
    row: given.flow,
    fileKey: null,
    recognised: [],
    toolCalls: 0,
    ...overrides,
  };
}

function judge(held: FlowFacts, config = defaultConfig()) {
  return judgeFlow(makeView({ config }), held);
}

const PLANNED: ConditionId[] = ["memory_search", "task_classified", "must_have_answered", "plan_approved"];
const ALL: ConditionId[] = [
  ...PLANNED,
  "implementation_complete",
  "correctness_passed",
  "quality_passed",
  "retrospective_done",
];

describe("a flow", () => {
  test("holds with its task, its phase, its open conditions in order and the next action", () => {
    const [finding] = judge(heldFlow(PLANNED, { phase: "implementation", toolCalls: 7 }));
    expect(finding).toMatchObject({
      gate: "flow",
      code: "implementation_complete",
      severity: "block",
      progress: "tools:7",
      limits: { blocks: 25, minutes: 240 },
    });
    expect(finding?.needsUser).toBeUndefined();
    const reason = finding?.reason ?? "";
    expect(reason).toContain("phase: implementation");
    expect(reason).toContain("add a login");
    const order = ["implementation_complete", "correctness_passed", "quality_passed", "retrospective_done"];
    expect(reason.match(/\w+_(complete|passed|done)/g)?.slice(0, 4)).toEqual(order);
    expect(reason).toMatch(/Next: .*holdfast flow set implementation_complete/);
    expect(reason).not.toContain("adversarial_passed");
  });

  test("asks instead of holding if its first open condition is the user's", () => {
    const [finding] = judge(heldFlow(PLANNED.slice(0, 3)));
    expect(finding).toMatchObject({ code: "plan_approved", needsUser: true });
  });

  test("does not ask the user while an earlier condition is Claude's", () => {
    expect(judge(heldFlow([]))[0]?.needsUser).toBeUndefined();
    expect(judge(heldFlow(["plan_approved"]))[0]?.code).toBe("memory_search");
  });

  test("with all its evidence is ended by `flow done`", () => {
    const [finding] = judge(heldFlow(ALL));
    expect(finding).toMatchObject({ code: "not-declared-done", severity: "block" });
    expect(finding?.reason).toContain("holdfast flow done");
  });

  test("says that writing into its file does not count", () => {
    expect(judge(heldFlow([], { claimsMore: true }))[0]?.reason).toContain("does not count");
    expect(judge(heldFlow([]))[0]?.reason).not.toContain("does not count");
  });

  test("is a new situation when another condition is met or it was resumed", () => {
    const first = judge(heldFlow([]))[0]?.fingerprint;
    expect(judge(heldFlow(["memory_search"]))[0]?.fingerprint).not.toBe(first);
    expect(judge(heldFlow([], { id: "1.1" }))[0]?.fingerprint).not.toBe(first);
    expect(judge(heldFlow([]))[0]?.fingerprint).toBe(first);
  });

  test("keeps its reason short whatever the task and the failure say", () => {
    const held = heldFlow([], { task: "x".repeat(500), phase: "p".repeat(60) });
    const conditions = held.conditions.map((state) => ({ ...state, because: "y".repeat(5000) }));
    expect(judge({ ...held, conditions })[0]?.reason.length).toBeLessThan(1200);
  });

  test("of another tool is ended by its file", () => {
    const [finding] = judge(heldFlow([], { source: "file", conditions: [], row: null }));
    expect(finding?.reason).toContain("orchestrator.json");
    expect(finding?.releasedBy).toContain("verified_done");
  });
});

describe("uncommitted changes", () => {
  const changed = { uncommitted: ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"] };
  const done = [...PLANNED, "implementation_complete"] as ConditionId[];
  const blocking = { ...defaultConfig(), flow: { commit: "block" as const } };

  test("are advice, three names and the number of the rest", () => {
    const finding = judge(heldFlow(done, changed))[1];
    expect(finding).toMatchObject({ code: "uncommitted", severity: "advise" });
    expect(finding?.reason).toContain("a.ts, b.ts, c.ts and 2 more");
  });

  test('hold with flow.commit "block"', () => {
    expect(judge(heldFlow(done, changed), blocking)[1]).toMatchObject({ severity: "block" });
  });

  test("do not matter while the work is in progress", () => {
    expect(judge(heldFlow(PLANNED, changed), blocking)).toHaveLength(1);
  });
});
