// Facts about any goal, met or not.
import fc from "fast-check";
import { demandedFacts } from "../../../src/gates/goals/demand.ts";
import type { ConditionState, GoalFacts } from "../../../src/gates/goals/goal.ts";
import { makeGoal } from "../../helpers/goals.ts";
import { id } from "./arbitrary-text.ts";

export function anyGoalFacts<Extra>(
  words: fc.Arbitrary<string>,
  { ids, extra, maxRounds }: { ids: fc.Arbitrary<string>; extra: fc.Arbitrary<Extra>; maxRounds: boolean },
): fc.Arbitrary<GoalFacts<Extra>> {
  const condition = fc.record({
    id: ids,
    state: fc.constantFrom("met" as const, "open" as const, "waived" as const),
    because: words,
    next: words,
  });
  const goal = fc
    .record({
      id: fc.nat(),
      text: words,
      rounds: fc.nat(2000),
      maxRounds: maxRounds ? fc.nat(1000) : fc.constant(null),
      resumes: fc.nat(9),
      conditions: fc.constantFrom(
        [{ id: "verify", by: "command" as const, run: "npm test" }],
        [{ id: "done", by: "event" as const, line: "DONE" }],
      ),
    })
    .map(makeGoal);
  return fc.record({
    goal,
    source: fc.constantFrom("row" as const, "file" as const),
    conditions: fc.array(condition as fc.Arbitrary<ConditionState>, { minLength: 1, maxLength: 9 }),
    evidence: fc.constant([]),
    claimsMore: fc.boolean(),
    progress: id(),
    extra,
  });
}

/** What a rule demands, with or without a row. */
export function anyDemand<Extra>(
  words: fc.Arbitrary<string>,
  extra: fc.Arbitrary<Extra>,
): fc.Arbitrary<GoalFacts<Extra>> {
  const condition = fc.record({ state: fc.constantFrom("met" as const, "open" as const), because: words });
  const conditions = fc.array(condition.map((one): ConditionState => ({ id: "npm test", next: "", ...one })));
  const goal = fc
    .record({ id: fc.nat(2), text: words, state: fc.constantFrom("active" as const, "suspended" as const) })
    .map((one) => makeGoal({ ...one, fileKey: "rule:main" }));
  return fc.tuple(goal, extra, conditions).map(([one, more, all]) => demandedFacts(one, more, all));
}
