import { describe, expect, test } from "bun:test";
import { ruleOnStop } from "../../../../src/gates/engine/budget.ts";
import { EMPTY_BUDGET_STATE } from "../../../../src/gates/engine/budget-rows.ts";
import { composeAdvice, composeReason, composeRelease } from "../../../../src/gates/engine/compose.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeFinding } from "../../../helpers/findings.ts";

function rule(findings = [makeFinding()], ledger = EMPTY_BUDGET_STATE) {
  return ruleOnStop(ledger, {
    now: 0,
    findings,
    backgroundWork: false,
    defaults: { blocks: 6, minutes: 30 },
  });
}

describe("a reason", () => {
  test("says which gate speaks, what to do, to answer in full again, and the way out", () => {
    const reason = composeReason(rule(), makeStop());
    expect(reason).toStartWith("holdfast holds this stop (gate: lock).");
    for (const part of ["Keep working.", "complete final answer", "! holdfast unlock", "! holdfast pause"]) {
      expect(reason).toContain(part);
    }
  });

  test("stays within 1,500 characters and keeps its end", () => {
    const long = [
      makeFinding({ reason: "x".repeat(5000) }),
      makeFinding({ fingerprint: "b", reason: "y".repeat(5000) }),
    ];
    const reason = composeReason(rule(long), makeStop());
    expect(reason.length).toBeLessThanOrEqual(1500);
    expect(reason).toEndWith("Why: `holdfast explain`.");
  });

  test("the second time says that nothing has changed", () => {
    const first = rule();
    expect(composeReason(first, makeStop())).not.toContain("Nothing has changed");
    expect(composeReason(rule([makeFinding()], first.ledger), makeStop())).toContain("Nothing has changed");
  });

  test("asks a subagent for its complete report", () => {
    expect(composeReason(rule(), makeStop({ name: "SubagentStop" }))).toContain("complete report again");
  });

  test("carries advice along", () => {
    const advice = makeFinding({
      gate: "plan",
      severity: "advise",
      reason: "Two boxes are open.",
      fingerprint: "p",
    });
    expect(composeReason(rule([makeFinding(), advice]), makeStop())).toContain("Also: Two boxes are open.");
  });
});

test("a release names what is open and where to look", () => {
  let ruling = rule();
  while (ruling.verdict === "blocked")
    ruling = rule([makeFinding({ reason: "Keep going.\nGoal: ship it" })], ruling.ledger);
  expect(composeRelease(ruling)).toBe(
    "holdfast let Claude stop (stalled: nothing changed in three rounds). Still open: lock: Goal: ship it. Why: `holdfast explain`.",
  );
});

test("what can be resumed says how, released alone or beside something that holds", () => {
  const loop = makeFinding({ gate: "loop", reason: "Not done: x", resumedBy: "holdfast loop resume" });
  let ruling = rule([loop]);
  while (ruling.verdict === "blocked") ruling = rule([loop], ruling.ledger);
  expect(composeRelease(ruling)).toContain("loop: Not done: x. Go on with `holdfast loop resume`.");
  expect(composeAdvice([loop])).toBe("holdfast loop: Not done: x (released; `holdfast loop resume` goes on)");
});
