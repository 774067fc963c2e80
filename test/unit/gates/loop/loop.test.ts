import { describe, expect, test } from "bun:test";
import { judgeLoop, type LoopFacts } from "../../../../src/gates/loop/judge.ts";
import { makeLoop } from "../../../helpers/loops.ts";
import { makeView } from "../../../helpers/stops.ts";

const FAILED = { passed: false, fingerprint: "f1", error: "src/auth.ts:42 TS2322" };

function judge(held: Partial<LoopFacts>, round = 1) {
  const [finding] = judgeLoop(makeView({ round }), makeLoop(held));
  return finding;
}

describe("a loop with a verify command", () => {
  test("that failed sends Claude back with task, iteration, error and next step", () => {
    const finding = judge({ check: FAILED, iteration: 2 });
    for (const part of [
      "fix the types",
      "Round 3 of 25",
      "`npm test` fails",
      "src/auth.ts:42",
      "ends only when this command passes",
    ]) {
      expect(finding?.reason).toContain(part);
    }
    expect(finding).toMatchObject({ severity: "block", endedBy: "holdfast loop cancel" });
  });

  test("that passed is finished", () => {
    expect(judge({ check: { ...FAILED, passed: true } })).toMatchObject({
      severity: "advise",
      code: "finished",
    });
  });

  test("is not ended by a promise", () => {
    const finding = judge({ check: FAILED, promise: "ALL DONE", isPromiseKept: true });
    expect(finding?.severity).toBe("block");
  });

  test("is a new situation with another error or another tree, but not with another tool call", () => {
    const situation = (held: Partial<LoopFacts>) => {
      const finding = judge({ check: FAILED, treeProgress: "t1", ...held });
      return `${finding?.fingerprint} ${finding?.progress}`;
    };
    expect(situation({ toolCalls: 9 })).toBe(situation({}));
    expect(situation({ treeProgress: "t2" })).not.toBe(situation({}));
    expect(situation({ check: { ...FAILED, fingerprint: "f2" } })).not.toBe(situation({}));
    expect(situation({ id: "1.1" })).not.toBe(situation({}));
  });

  test("measures progress by tool calls if the tree cannot be seen", () => {
    expect(judge({ check: FAILED, toolCalls: 3 })?.progress).not.toBe(judge({ check: FAILED })?.progress);
  });

  test("says when its file was edited by hand", () => {
    expect(judge({ check: FAILED, claimsDone: true })?.reason).toContain("does not count");
  });

  test("truncates a long error", () => {
    const error = "x".repeat(5000);
    expect(judge({ check: { ...FAILED, error } })?.reason.length).toBeLessThan(1200);
  });
});

describe("a loop without a verify command", () => {
  test("says how to end it", () => {
    const finding = judge({ verify: null, promise: "ALL DONE" });
    expect(finding?.reason).toContain("`holdfast loop done` or write this line, alone: ALL DONE");
  });

  test("is ended by the promise", () => {
    expect(judge({ verify: null, promise: "ALL DONE", isPromiseKept: true })).toMatchObject({
      code: "finished",
    });
  });

  test("measures progress by tool calls too", () => {
    const progress = (toolCalls: number) => judge({ verify: null, toolCalls, treeProgress: "t" })?.progress;
    expect(progress(1)).not.toBe(progress(2));
  });
});

describe("the limits of a loop", () => {
  test.each([
    ["are its own in a new budget", { iteration: 0 }, 1, 25],
    ["count earlier rounds, in a new budget", { iteration: 20 }, 1, 5],
    ["count from its start after other blocks", { iteration: 0 }, 7, 31],
    ["are used up", { iteration: 25 }, 4, 3],
    ["are at most a thousand", { iteration: 0, maxIterations: 1000 }, 900, 1000],
    ["come from another tool's file", { source: "file", iteration: 20 }, 9, 5],
  ] as [string, Partial<LoopFacts>, number, number][])("%s", (_, held, round, blocks) => {
    expect(judge({ check: FAILED, ...held }, round)?.limits?.blocks).toBe(blocks);
  });

  test("once used up say how to raise them", () => {
    expect(judge({ check: FAILED, iteration: 25 })?.resumedBy).toBe(
      "holdfast loop resume --max-iterations 50",
    );
  });
});

test("another tool's loop can be cancelled, but not resumed", () => {
  const finding = judge({ source: "file", verify: null });
  expect(finding?.endedBy).toBe("holdfast loop cancel");
  expect(finding?.resumedBy).toBeUndefined();
  expect(finding?.reason).toContain("verified_done");
  expect(finding?.reason).not.toContain("last error");
});

test("another tool's loop is reported with its last error", () => {
  const finding = judge({ source: "file", verify: null, fileError: "src/a.ts:4 wrong" });
  expect(finding?.reason).toContain("Its last error:\nsrc/a.ts:4 wrong");
});
