import fc from "fast-check";
import type { GoalFacts } from "../../../../src/gates/goals/goal.ts";
import { anyGoalFacts } from "../arbitrary-goal.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<GoalFacts> {
  const ids = fc.constantFrom("verify", "done");
  return anyGoalFacts(words, { ids, extra: fc.constant(null), maxRounds: true });
}
