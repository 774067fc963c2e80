import { expect, test } from "bun:test";
import { allowEarly, type Circumstances } from "../../../../src/gates/engine/budget.ts";

const PLAIN: Circumstances = {
  paused: false,
  permissionMode: "default",
  hasSession: true,
  isInternalAgent: false,
  stopHookActive: false,
  hasBudget: true,
  continuation: "budget",
};

const CASES: [string, Partial<Circumstances>, string | null][] = [
  ["an ordinary stop is judged", {}, null],
  ["a pause allows", { paused: true }, "paused"],
  ["plan mode allows", { permissionMode: "plan" }, "plan-mode"],
  ["an event without a usable session id is allowed", { hasSession: false }, "no-session-id"],
  [
    "a continued stop without a budget of ours is allowed",
    { stopHookActive: true, hasBudget: false },
    "no-budget-row",
  ],
  ["the client's own helper is allowed", { isInternalAgent: true }, "internal-agent"],
  ["a first stop without a budget is judged", { hasBudget: false }, null],
  ["a continued stop with a budget is judged", { stopHookActive: true }, null],
  ["the classic rule allows a continued stop", { stopHookActive: true, continuation: "once" }, "once"],
  ["the classic rule judges a first stop", { continuation: "once" }, null],
];

for (const [name, circumstances, rule] of CASES) {
  test(name, () => {
    expect(allowEarly({ ...PLAIN, ...circumstances })?.rule ?? null).toBe(rule);
  });
}
