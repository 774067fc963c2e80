import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { demandedFacts } from "../../../../src/gates/goals/demand.ts";
import { loop } from "../../../../src/gates/loop/gate.ts";
import { tasks } from "../../../../src/gates/tasks/gate.ts";
import type { OpenTask } from "../../../../src/recording/tasks/open-tasks.ts";
import { makeGoal } from "../../../helpers/goals.ts";
import { makeStopContext, makeView } from "../../../helpers/stops.ts";

const task = (id: string, status = "pending", changedAt = 0): OpenTask => ({
  id,
  subject: `subject ${id}`,
  status,
  changedAt,
});
const ACTIVE = { hasDeclaredWork: true };

function judge(
  open: OpenTask[],
  facts: { hasDeclaredWork?: boolean; toolCalls?: number },
  block: "always" | "active" = "active",
) {
  const config = defaultConfig();
  config.tasks.block = block;
  return tasks.judge(makeView({ config }), {
    tasks: open,
    own: open,
    hasDeclaredWork: false,
    toolCalls: 0,
    ...facts,
  })[0];
}

describe("open tasks", () => {
  test("count a status change as progress; tool calls only when nothing else measures it", () => {
    const loop = ACTIVE;
    expect(judge([task("1")], loop)?.progress).not.toBe(judge([task("1", "in_progress")], loop)?.progress);
    expect(judge([task("1")], { ...loop, toolCalls: 5 })?.progress).toBe(
      judge([task("1")], loop)?.progress ?? "",
    );
    expect(judge([task("1")], { toolCalls: 5 }, "always")?.progress).not.toBe(
      judge([task("1")], {}, "always")?.progress,
    );
  });

  test.each([
    ["continues", 0, true],
    ["has no rounds left", 25, false],
  ])("belong to a loop that %s: %p", async (_, rounds, expected) => {
    const stop = await makeStopContext();
    stop.shared = { ...stop.shared, openTasks: async () => [task("1")] };
    stop.findings.push(...loop.judge(stop, demandedFacts(makeGoal({ rounds }), null)));
    expect(await tasks.gather(stop)).toMatchObject({ hasDeclaredWork: expected });
  });
});
