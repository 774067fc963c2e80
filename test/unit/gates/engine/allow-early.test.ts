import { expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { openBudget } from "../../../../src/gates/engine/budget-rows.ts";
import { allowEarly } from "../../../../src/gates/engine/stop.ts";
import type { StopEvent } from "../../../../src/protocol/hook-event.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeStopContext } from "../../../helpers/stops.ts";

interface Given {
  paused?: boolean;
  event?: Partial<StopEvent>;
  hasBudget?: boolean;
  continuation?: "budget" | "once";
}

const { store } = await makeStopContext();
const budget = openBudget(store, "s1", "main", 1);
const CONTINUED = { stopHookActive: true };

const CASES: [string, Given, string | null][] = [
  ["an ordinary stop is judged", {}, null],
  ["a pause allows", { paused: true }, "paused"],
  ["plan mode allows", { event: { permissionMode: "plan" } }, "plan-mode"],
  ["an event without a usable session id is allowed", { event: { sessionId: null } }, "no-session-id"],
  [
    "a continued stop without a budget of ours is allowed",
    { event: CONTINUED, hasBudget: false },
    "no-budget-row",
  ],
  [
    "the client's own helper agent is allowed",
    { event: { name: "SubagentStop", agentId: "a" } },
    "internal-agent",
  ],
  ["a subagent is judged", { event: { name: "SubagentStop", agentId: "a", agentType: "Explore" } }, null],
  ["a first stop without a budget is judged", { hasBudget: false }, null],
  ["a continued stop with a budget is judged", { event: CONTINUED }, null],
  ["the classic rule allows a continued stop", { event: CONTINUED, continuation: "once" }, "once"],
  ["the classic rule judges a first stop", { continuation: "once" }, null],
];

for (const [name, { paused = false, event, hasBudget = true, continuation = "budget" }, rule] of CASES) {
  test(name, () => {
    const stop = {
      event: makeStop(event),
      config: { ...defaultConfig(), continuation },
      budget: hasBudget ? budget : null,
    };
    expect(allowEarly(stop, paused)?.rule ?? null).toBe(rule);
  });
}
