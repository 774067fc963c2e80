import type fc from "fast-check";
import type { WorkCheck } from "../../../../src/gates/commands/work-check.ts";
import type { GoalFacts } from "../../../../src/gates/goals/goal.ts";
import { anyCheck } from "../arbitrary-check.ts";
import { anyDemand } from "../arbitrary-goal.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<GoalFacts<WorkCheck>> {
  return anyDemand(words, anyCheck(words));
}
