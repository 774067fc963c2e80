import { describe, expect, test } from "bun:test";
import { parsePlan } from "../../../../src/gates/markdown/parse-plan.ts";
import { planState } from "../../../../src/gates/plan/plan-state.ts";

function stateOf(text: string, failing: string[] = []) {
  const state = planState(
    parsePlan(text),
    failing.map((command) => ({
      command,
      shownCommand: command,
      passed: false,
      error: "no",
      fingerprint: "f",
    })),
  );
  return {
    phase: state.phase,
    current: state.current.map(({ text: item }) => item),
    reachable: state.reachable.map(({ text: item }) => item),
    open: state.open.map(({ text: item }) => item),
    waitsAt: state.waitsAt?.line ?? null,
  };
}

describe("the position in a plan", () => {
  test("is the first phase with something open", () => {
    const text = "## Phase 1\n- [x] a\n## Phase 2\n- [ ] b\n## Phase 3\n- [ ] c\n## Ship criteria\n- [ ] d\n";
    expect(stateOf(text)).toEqual({
      phase: "Phase 2",
      current: ["b"],
      reachable: ["b", "c", "d"],
      open: ["b", "c", "d"],
      waitsAt: null,
    });
  });

  test("goes up to a checkpoint and not past it", () => {
    const text = "## Phase 1\n- [x] a\n- [ ] b\nSTOP\n- [ ] c\n";
    expect(stateOf(text)).toMatchObject({
      current: ["b"],
      reachable: ["b"],
      open: ["b", "c"],
      waitsAt: null,
    });
  });

  test("is the checkpoint when everything before it is done", () => {
    const text = "## Phase 1\n- [x] a\nSTOP\n## Phase 2\n- [ ] c\n## Ship criteria\n- [ ] d\n";
    expect(stateOf(text)).toMatchObject({ current: [], reachable: [], open: ["c", "d"], waitsAt: 3 });
  });

  test.each([
    ["an item after it is done", "- [x] a\nSTOP\n- [x] b\n- [ ] c\n"],
    ["its own box is ticked", "- [x] a\n- [x] STOP: approved\n- [ ] c\n"],
  ])("has passed a checkpoint when %s", (_, text) => {
    expect(stateOf(text)).toMatchObject({ reachable: ["c"], waitsAt: null });
  });

  test("does not count a tick whose proof fails", () => {
    const text = "## Phase 1\n- [x] a (verify: make a)\n- [x] b (verify: make b)\n## Phase 2\n- [ ] c\n";
    expect(stateOf(text, ["make b"])).toMatchObject({ phase: "Phase 1", current: ["b"], open: ["b", "c"] });
  });

  test("is nowhere when everything is done", () => {
    expect(stateOf("- [x] a\n- [-] b\n")).toMatchObject({
      phase: null,
      current: [],
      open: [],
      waitsAt: null,
    });
  });
});
