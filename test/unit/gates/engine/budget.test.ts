import { describe, expect, test } from "bun:test";
import { describeRule, ruleOnStop } from "../../../../src/gates/engine/budget.ts";
import { type BudgetState, EMPTY_BUDGET_STATE } from "../../../../src/gates/engine/budget-rows.ts";
import type { Finding } from "../../../../src/gates/engine/gate.ts";
import { makeFinding } from "../../../helpers/findings.ts";

const DEFAULTS = { blocks: 6, minutes: 30 };
const MINUTE = 60_000;

function stop(
  state: BudgetState,
  findings: Finding[],
  overrides: Partial<Parameters<typeof ruleOnStop>[1]> = {},
) {
  return ruleOnStop(state, {
    now: 0,
    findings,
    backgroundWork: false,
    defaults: DEFAULTS,
    asksPerson: false,
    ...overrides,
  });
}

/** Stops again and again, each time with its own finding, and returns the verdicts. */
function stopRepeatedly(
  times: number,
  findingOf: (round: number) => Finding,
  start: BudgetState = EMPTY_BUDGET_STATE,
) {
  let state = start;
  const verdicts: string[] = [];
  for (let round = 0; round < times; round++) {
    const ruling = stop(state, [findingOf(round)]);
    verdicts.push(ruling.verdict);
    state = ruling.state;
  }
  return { verdicts, state };
}

describe("the continuation budget", () => {
  test("allows a question to the person once, and counts no block for it", () => {
    const first = stop(EMPTY_BUDGET_STATE, [makeFinding()], { asksPerson: true });
    expect(first).toMatchObject({ verdict: "asking", rule: "question", state: { asks: 1, blocks: 0 } });
    expect(stop(first.state, [makeFinding()], { asksPerson: true })).toMatchObject({ verdict: "blocked" });
    expect(stop(EMPTY_BUDGET_STATE, [], { asksPerson: true })).toMatchObject({ verdict: "complete" });
  });

  test("ends where the agent ends the turn by itself, and says so", () => {
    const wide = makeFinding({ limits: { blocks: 50, minutes: 240 } });
    const state = { ...EMPTY_BUDGET_STATE, blocks: 7 };
    expect(stop(state, [wide])).toMatchObject({ verdict: "blocked" });
    expect(stop(state, [wide], { maxHolds: 8 })).toMatchObject({ verdict: "blocked" });
    expect(stop(state, [wide], { maxHolds: 7 })).toMatchObject({ verdict: "capped", rule: "agent-limit" });
    expect(describeRule("agent-limit")).toContain("the agent allows no more holds");
  });

  test.each([
    ["asking", "asks-in-message", { asksInMessage: true }],
    ["waiting", "anything-runs", { anythingRuns: true }],
  ] as const)("%s: a patient finding waits as long as that lasts; others hold", (verdict, rule, given) => {
    const patient = makeFinding({ mayWait: true });
    const other = makeFinding({ fingerprint: "other" });
    const ruling = stop(EMPTY_BUDGET_STATE, [patient], given);
    expect(ruling).toMatchObject({ verdict, rule });
    expect(ruling.state).toBe(EMPTY_BUDGET_STATE);
    expect(stop(EMPTY_BUDGET_STATE, [patient])).toMatchObject({ verdict: "blocked" });
    expect(stop(EMPTY_BUDGET_STATE, [other], given)).toMatchObject({ verdict: "blocked" });
    expect(stop(EMPTY_BUDGET_STATE, [patient, other], given)).toMatchObject({
      verdict: "blocked",
      open: [other],
      advice: [patient],
    });
  });

  test("waits for a judge as long as nothing else holds, and counts nothing for it", () => {
    const judged = makeFinding({ awaitsJudge: true });
    const other = makeFinding({ fingerprint: "other" });
    const ruling = stop(EMPTY_BUDGET_STATE, [judged]);
    expect(ruling).toMatchObject({ verdict: "waiting", rule: "judge", open: [judged] });
    expect(ruling.state).toBe(EMPTY_BUDGET_STATE);
    const both = stop(EMPTY_BUDGET_STATE, [judged, other]);
    expect(both).toMatchObject({ verdict: "blocked", open: [other], advice: [] });
    expect(stop(EMPTY_BUDGET_STATE, [judged, other], { asksPerson: true })).toMatchObject({
      verdict: "asking",
      open: [other],
    });
  });

  test("allows when nothing is found, and changes nothing", () => {
    const ruling = stop(EMPTY_BUDGET_STATE, []);
    expect(ruling).toMatchObject({ verdict: "complete", rule: "nothing-open" });
    expect(ruling.state).toBe(EMPTY_BUDGET_STATE);
  });

  test("allows when there is only advice, and passes it on", () => {
    const advice = makeFinding({ severity: "advise" });
    expect(stop(EMPTY_BUDGET_STATE, [advice])).toMatchObject({ verdict: "complete", advice: [advice] });
  });

  test("blocks on a finding and counts it", () => {
    const ruling = stop(EMPTY_BUDGET_STATE, [makeFinding()], { now: 5 });
    expect(ruling).toMatchObject({ verdict: "blocked", state: { blocks: 1, firstBlockAt: 5 } });
  });

  test("allows when the first open finding needs the user", () => {
    const ruling = stop(EMPTY_BUDGET_STATE, [
      makeFinding({ needsUser: true }),
      makeFinding({ fingerprint: "other" }),
    ]);
    expect(ruling).toMatchObject({ verdict: "asking", rule: "needs-user", state: { blocks: 0 } });
  });

  test("still blocks when only a later finding needs the user", () => {
    const ruling = stop(EMPTY_BUDGET_STATE, [
      makeFinding(),
      makeFinding({ fingerprint: "b", needsUser: true }),
    ]);
    expect(ruling.verdict).toBe("blocked");
  });

  test("releases and also names findings whose own limits were used up", () => {
    const lock = makeFinding({ gate: "lock", fingerprint: "lock", limits: { blocks: 7, minutes: 240 } });
    const check = makeFinding({ gate: "quality", fingerprint: "check" });
    const ruling = stop({ ...EMPTY_BUDGET_STATE, blocks: 7 }, [lock, check]);
    expect(ruling).toMatchObject({ verdict: "capped", open: [lock, check], advice: [] });
    expect(Object.keys(ruling.state.released)).toEqual(["lock", "check"]);
  });

  test("reports nothing that only explain should show", () => {
    const silent = makeFinding({ severity: "advise", isSilent: true });
    expect(stop(EMPTY_BUDGET_STATE, [silent])).toMatchObject({ verdict: "complete", advice: [] });
  });

  test("releases a finding that used up its own limits while another still holds", () => {
    const narrow = makeFinding({ gate: "loop", fingerprint: "loop", limits: { blocks: 1, minutes: 240 } });
    const wide = makeFinding({ fingerprint: "lock", limits: { blocks: 9, minutes: 240 } });
    const first = stop(EMPTY_BUDGET_STATE, [narrow, wide]);
    expect(first.open).toEqual([narrow, wide]);
    const second = stop(first.state, [narrow, wide]);
    expect(second).toMatchObject({ verdict: "blocked", open: [wide], advice: [narrow] });
    expect(stop(first.state, [narrow])).toMatchObject({ verdict: "capped", open: [narrow] });
  });

  test("waits for background work three times per budget, then blocks", () => {
    let state = EMPTY_BUDGET_STATE;
    const verdicts = [1, 2, 3, 4].map(() => {
      const ruling = stop(state, [makeFinding()], { backgroundWork: true });
      state = ruling.state;
      return ruling.verdict;
    });
    expect(verdicts).toEqual(["waiting", "waiting", "waiting", "blocked"]);
  });

  test("does not wait for background work when nothing is open", () => {
    expect(stop(EMPTY_BUDGET_STATE, [], { backgroundWork: true }).verdict).toBe("complete");
  });

  test("releases the third time in the same situation", () => {
    expect(stopRepeatedly(3, () => makeFinding()).verdicts).toEqual(["blocked", "blocked", "stalled"]);
  });

  test("counts the same situation even with others in between", () => {
    const marks = ["a", "b", "a", "b", "a"];
    const { verdicts } = stopRepeatedly(5, (round) => makeFinding({ progress: marks[round] ?? "" }));
    expect(verdicts).toEqual(["blocked", "blocked", "blocked", "blocked", "stalled"]);
  });

  test("the order of findings does not make a new situation", () => {
    const [a, b] = [makeFinding({ fingerprint: "a" }), makeFinding({ fingerprint: "b" })];
    const first = stop(EMPTY_BUDGET_STATE, [a, b]);
    expect(stop(first.state, [b, a]).situation).toBe(first.situation);
  });

  test("releases when the default total is reached", () => {
    const { verdicts } = stopRepeatedly(7, (round) => makeFinding({ progress: `tools:${round}` }));
    expect(verdicts).toEqual([...Array(6).fill("blocked"), "capped"]);
  });

  test("a finding's own limits replace the default, even if they are lower", () => {
    const bounded = (blocks: number) => (round: number) =>
      makeFinding({ progress: `tools:${round}`, limits: { blocks, minutes: 240 } });
    expect(stopRepeatedly(3, bounded(2)).verdicts).toEqual(["blocked", "blocked", "capped"]);
    expect(stopRepeatedly(9, bounded(8)).verdicts).toEqual([...Array(8).fill("blocked"), "capped"]);
  });

  test("the widest limits of the open findings count", () => {
    const state: BudgetState = { ...EMPTY_BUDGET_STATE, blocks: 6, firstBlockAt: 0 };
    const wide = makeFinding({ limits: { blocks: 50, minutes: 240 } });
    expect(stop(state, [makeFinding({ fingerprint: "narrow" })]).verdict).toBe("capped");
    expect(stop(state, [makeFinding({ fingerprint: "narrow" }), wide]).verdict).toBe("blocked");
  });

  test("releases when the time since the first block is up and there were three blocks", () => {
    const state: BudgetState = { ...EMPTY_BUDGET_STATE, blocks: 3, firstBlockAt: 0 };
    expect(stop(state, [makeFinding()], { now: 30 * MINUTE }).verdict).toBe("blocked");
    expect(stop(state, [makeFinding()], { now: 30 * MINUTE + 1 })).toMatchObject({
      verdict: "capped",
      rule: "clock",
    });
  });

  test("time alone does not release: there must have been three blocks", () => {
    const state: BudgetState = { ...EMPTY_BUDGET_STATE, blocks: 2, firstBlockAt: 0 };
    expect(stop(state, [makeFinding()], { now: 300 * MINUTE }).verdict).toBe("blocked");
  });

  test("a clock that was set back neither releases nor traps", () => {
    const state: BudgetState = { ...EMPTY_BUDGET_STATE, blocks: 3, firstBlockAt: 90 * MINUTE };
    expect(stop(state, [makeFinding()], { now: 0 }).verdict).toBe("blocked");
    expect(stopRepeatedly(3, () => makeFinding(), state).verdicts.at(-1)).toBe("stalled");
  });

  test("a released finding is only advice until there is progress", () => {
    const { state } = stopRepeatedly(3, () => makeFinding());
    expect(stop(state, [makeFinding()])).toMatchObject({ verdict: "complete", open: [] });
    expect(stop(state, [makeFinding({ progress: "tools:1" })]).verdict).toBe("blocked");
    expect(stop(state, [makeFinding({ fingerprint: "new" })]).verdict).toBe("blocked");
  });

  test("remembers at most 256 situations", () => {
    const wide = { blocks: 500, minutes: 1440 };
    const { state } = stopRepeatedly(300, (round) =>
      makeFinding({ progress: `tools:${round}`, limits: wide }),
    );
    expect(Object.keys(state.situations)).toHaveLength(256);
  });

  test("never mutates the state it was given", () => {
    const state = Object.freeze({
      ...EMPTY_BUDGET_STATE,
      situations: Object.freeze({}),
      released: Object.freeze({}),
    });
    expect(stop(state, [makeFinding()]).state.blocks).toBe(1);
    expect(state.blocks).toBe(0);
  });
});
