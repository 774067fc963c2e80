import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { parsePlan } from "../../../../src/gates/markdown/parse-plan.ts";
import { judgePlan } from "../../../../src/gates/plan/judge.ts";
import { type Proof, planState } from "../../../../src/gates/plan/plan-state.ts";
import { makeView } from "../../../helpers/stops.ts";

const TEXT =
  "## Phase 1\n- [x] a (verify: make a)\n- [ ] b\n## Phase 2\n- [ ] c\n## Ship criteria\n- [ ] d\n";
const FALSE: Proof = {
  command: "make a",
  shownCommand: "make a",
  passed: false,
  error: "make: *** no rule",
  fingerprint: "f",
};

function judge(block: "never" | "phase" | "all", text: string, proofs: Proof[] = [], unproven = 0) {
  const config = defaultConfig();
  const active = {
    folder: "/p",
    path: "docs/plans/x/PLAN.md",
    state: planState(parsePlan(text), proofs),
    unproven,
    finished: [],
    toolCalls: 0,
    isOfBudget: true,
  };
  return judgePlan(makeView({ config: { ...config, plan: { ...config.plan, block } } }), active);
}

const codes = (...given: Parameters<typeof judge>) =>
  judge(...given).map(({ code, severity, needsUser }) => `${code}: ${needsUser ? "asks" : severity}`);

describe("open items", () => {
  test("are advice by default, shown once per phase", () => {
    const [first] = judge("never", TEXT);
    expect(first).toMatchObject({ severity: "advise", reason: expect.stringContaining("3 of 4 items open") });
    const [later] = judge("never", TEXT.replace("## Ship", "- [ ] e\n## Ship"));
    expect(later?.fingerprint).toBe(first?.fingerprint ?? "");
  });

  test('of the current phase hold with "phase", all of them with "all"', () => {
    const [phase] = judge("phase", TEXT);
    expect(phase).toMatchObject({ code: "open", severity: "block" });
    expect(phase?.reason).toContain('- "b"\n');
    expect(phase?.reason).not.toContain('- "c"');
    const [all] = judge("all", TEXT);
    expect(all?.reason).toContain('- "b"\n- "c"\n- "d"\n');
  });

  test.each(["phase", "all"] as const)('behind a checkpoint need the user with "%s"', (block) => {
    expect(codes(block, "- [x] a\nSTOP\n- [ ] b\n## Ship criteria\n- [ ] d\n")).toEqual(["checkpoint: asks"]);
  });

  test('do not hold with "phase" when only ship criteria are left', () => {
    expect(codes("phase", "- [x] a\n## Ship criteria\n- [ ] d\n")).toEqual(["open: advise"]);
    expect(codes("all", "- [x] a\n## Ship criteria\n- [ ] d\n")).toEqual(["open: block"]);
  });
});

describe("a tick that its proof does not confirm", () => {
  test("is advice by default", () => {
    expect(codes("never", TEXT, [FALSE])).toEqual(["false-tick: advise", "open: advise"]);
  });

  test("holds like an open item, with the command's output", () => {
    const [finding] = judge("phase", TEXT, [FALSE]);
    expect(finding).toMatchObject({ code: "false-tick", severity: "block" });
    expect(finding?.reason).toContain('"a" (ticked, but its proof fails)');
    expect(finding?.reason).toContain("`make a` says:\nmake: *** no rule");
  });
});

test("proofs that did not run are mentioned", () => {
  expect(codes("never", TEXT, [], 2)).toEqual(["open: advise", "unproven: advise"]);
});

test("a plan with nothing open is reported as complete", () => {
  expect(codes("all", "- [x] a\n- [-] b\n")).toEqual(["complete: advise"]);
});
