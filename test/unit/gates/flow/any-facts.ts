import fc from "fast-check";
import { CONDITION_IDS } from "../../../../src/gates/flow/flow.ts";
import type { FlowExtra } from "../../../../src/gates/flow/judge.ts";
import type { GoalFacts } from "../../../../src/gates/goals/goal.ts";
import { anyGoalFacts } from "../arbitrary-goal.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<GoalFacts<FlowExtra>> {
  const extra = fc.record({ uncommitted: fc.array(words) });
  return anyGoalFacts(words, { ids: fc.constantFrom<string>(...CONDITION_IDS), extra, maxRounds: false });
}
