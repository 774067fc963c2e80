import fc from "fast-check";
import type { GoalFacts } from "../../../../src/gates/goals/goal.ts";
import type { SubagentFacts } from "../../../../src/gates/subagents/gate.ts";
import { anyCheck } from "../arbitrary-check.ts";
import { anyDemand } from "../arbitrary-goal.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<GoalFacts<SubagentFacts>> {
  const extra = fc.record({
    agentType: words,
    checks: fc.array(anyCheck(words), { maxLength: 2 }),
    planProblems: fc.array(words),
    openTasks: fc.array(
      fc.record({ id: id(), subject: words, status: fc.constant("pending"), changedAt: fc.nat() }),
    ),
    calls: fc.nat(),
  });
  return anyDemand(words, extra);
}
