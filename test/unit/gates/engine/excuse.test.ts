import { expect, test } from "bun:test";
import { type Circumstances, findExcuse } from "../../../../src/gates/engine/excuse.ts";

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
  ["an ordinary stop has no excuse", {}, null],
  ["a pause excuses", { paused: true }, "paused"],
  ["plan mode excuses", { permissionMode: "plan" }, "plan-mode"],
  ["an event without a usable session id is let go", { hasSession: false }, "no-session-id"],
  [
    "a continued stop without a budget of ours is let go",
    { stopHookActive: true, hasBudget: false },
    "no-budget-row",
  ],
  ["the client's own helper is let go", { isInternalAgent: true }, "internal-agent"],
  ["a first stop without a budget is judged", { hasBudget: false }, null],
  ["a continued stop with a budget is judged", { stopHookActive: true }, null],
  ["the classic rule lets a continued stop go", { stopHookActive: true, continuation: "once" }, "once"],
  ["the classic rule judges a first stop", { continuation: "once" }, null],
];

for (const [name, circumstances, rule] of CASES) {
  test(name, () => {
    expect(findExcuse({ ...PLAIN, ...circumstances })?.rule ?? null).toBe(rule);
  });
}
