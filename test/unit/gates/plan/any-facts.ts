import fc from "fast-check";
import type { GoalFacts } from "../../../../src/gates/goals/goal.ts";
import type { PlanFacts } from "../../../../src/gates/plan/judge.ts";
import { anyDemand } from "../arbitrary-goal.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<GoalFacts<PlanFacts>> {
  const proof = fc.record({
    command: words,
    shownCommand: words,
    passed: fc.constant(false),
    error: words,
    fingerprint: id(),
  });
  const items = fc.array(fc.record({ text: words, line: fc.nat(), disproof: fc.option(proof) }));
  const extra = fc.record({
    folder: fc.constant("/p"),
    path: words,
    state: fc.record({
      phase: fc.option(words),
      current: items,
      reachable: items,
      open: items,
      waitsAt: fc.option(fc.record({ text: words, line: fc.nat(), done: fc.constant(false) })),
      total: fc.nat(),
    }),
    unproven: fc.nat(3),
    finished: fc.array(words),
    toolCalls: fc.nat(),
    isOfBudget: fc.boolean(),
  });
  return anyDemand(words, extra);
}
