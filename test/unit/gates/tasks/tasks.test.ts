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
type Block = "always" | "active" | "never";

function judge(
  open: OpenTask[],
  facts: { hasDeclaredWork?: boolean; toolCalls?: number; own?: OpenTask[] } = {},
  block: Block = "active",
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
  test.each([
    ["active", "declared work", ACTIVE, "block"],
    ["active", "nothing declared", {}, "advise"],
    ["always", "nothing declared", {}, "block"],
    ["never", "declared work", ACTIVE, "advise"],
  ] as const)("with block: %s and %s", (block, _, facts, severity) => {
    expect(judge([task("1")], facts, block)?.severity).toBe(severity);
  });

  test("of an earlier prompt are only a reminder; those of this one hold, and only they are named", () => {
    const [old, fresh] = [task("1"), task("2")];
    expect(judge([old], { own: [] }, "always")?.severity).toBe("advise");
    expect(judge([old, fresh], { own: [fresh] }, "always")?.reason).toStartWith(
      '1 task is not done: "subject 2".',
    );
    expect(judge([old], { own: [], ...ACTIVE }, "active")?.severity).toBe("block");
  });

  test.each([
    [1, '1 task is not done: "subject 1".'],
    [3, '3 tasks are not done: "subject 1", "subject 2", "subject 3".'],
    [5, '5 tasks are not done: "subject 1", "subject 2", "subject 3" and 2 more.'],
  ])("%i of them are named, three at most", (count, line) => {
    const open = Array.from({ length: count }, (_, index) => task(String(index + 1)));
    expect(judge(open)?.reason).toBe(line);
  });

  test("are advice once: the fingerprint stays while the same ones are open", () => {
    expect(judge([task("1"), task("2")])?.fingerprint).toBe(
      judge([task("2", "in_progress"), task("1")])?.fingerprint ?? "",
    );
    expect(judge([task("1")])?.fingerprint).not.toBe(judge([task("2")])?.fingerprint);
  });

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

  test("say nothing when there are none", async () => {
    expect(await tasks.gather(await makeStopContext())).toBeNull();
  });
});
