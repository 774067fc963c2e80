import { describe, expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import type { Facts, OpenTask } from "../../../../src/gates/engine/facts.ts";
import { tasks } from "../../../../src/gates/tasks/gate.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeFacts } from "../../../helpers/facts.ts";
import { makeLoop } from "../../../helpers/loops.ts";

const task = (id: string, status = "pending"): OpenTask => ({ id, subject: `subject ${id}`, status });
const ACTIVE = makeLoop({ check: { passed: false, fingerprint: "f", error: "e" } });
const PASSED = makeLoop({ check: { passed: true, fingerprint: "f", error: "" } });

function judge(
  open: OpenTask[],
  facts: Partial<Facts> = {},
  block: "always" | "active" | "never" = "active",
) {
  const config = defaultConfig();
  config.tasks.block = block;
  return tasks.judge(makeStop(), makeFacts({ tasks: open, config, ...facts }))[0];
}

describe("open tasks", () => {
  test.each([
    ["active", "a loop", { loop: ACTIVE }, "block"],
    ["active", "a loop that passed just now", { loop: PASSED }, "advise"],
    ["active", "nothing declared", {}, "advise"],
    ["always", "nothing declared", {}, "block"],
    ["never", "a loop", { loop: ACTIVE }, "advise"],
  ] as const)("with block: %s and %s", (block, _, facts, severity) => {
    expect(judge([task("1")], facts, block)?.severity).toBe(severity);
  });

  test.each([
    [1, '1 task is not done: "subject 1".'],
    [3, '3 tasks are not done: "subject 1", "subject 2", "subject 3".'],
    [5, '5 tasks are not done: "subject 1", "subject 2", "subject 3" +2.'],
  ])("%i of them are named, three at most", (count, line) => {
    const open = Array.from({ length: count }, (_, index) => task(String(index + 1)));
    expect(judge(open)?.reason).toBe(line);
  });

  test("advise once: the fingerprint stays while the same ones are open", () => {
    expect(judge([task("1"), task("2")])?.fingerprint).toBe(
      judge([task("2", "in_progress"), task("1")])?.fingerprint ?? "",
    );
    expect(judge([task("1")])?.fingerprint).not.toBe(judge([task("2")])?.fingerprint);
  });

  test("a status that moves is progress; tool calls are only when nothing else measures", () => {
    const loop = { loop: ACTIVE };
    expect(judge([task("1")], loop)?.progress).not.toBe(judge([task("1", "in_progress")], loop)?.progress);
    expect(judge([task("1")], { ...loop, toolCalls: 5 })?.progress).toBe(
      judge([task("1")], loop)?.progress ?? "",
    );
    expect(judge([task("1")], { toolCalls: 5 }, "always")?.progress).not.toBe(
      judge([task("1")], {}, "always")?.progress,
    );
  });

  test("that are none say nothing", () => {
    expect(judge([], { loop: ACTIVE }, "always")).toBeUndefined();
  });
});
