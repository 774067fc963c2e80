import { expect, test } from "bun:test";
import { CONDITION_IDS } from "../../../src/gates/flow/flow.ts";
import { allowRules } from "../../../src/install/permission-rules.ts";

test("every condition of a flow may be set without a permission dialog", () => {
  for (const id of CONDITION_IDS) expect(allowRules("listed")).toContain(`Bash(holdfast flow set ${id})`);
});

test.each([
  "trust",
  "pause",
  "forget",
  "gate run",
  "loop start",
  "flow start",
  "unlock",
  "cancel",
  "--force",
  "--command",
])("no listed rule names %s", (word) => {
  expect(allowRules("listed").filter((rule) => rule.includes(word))).toEqual([]);
});

test("unlock adds one rule, and none is none", () => {
  expect(allowRules("unlock")).toEqual([...allowRules("listed"), "Bash(holdfast unlock:*)"]);
  expect(allowRules("none")).toEqual([]);
});
