import fc from "fast-check";
import type { LockFacts } from "../../../../src/gates/lock/gate.ts";
import type { LockOrigin } from "../../../../src/gates/lock/rows.ts";
import { anyGoalFacts } from "../arbitrary-goal.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<LockFacts> {
  const lock = fc.record({
    goal: words,
    definitionOfDone: words,
    maxBlocks: fc.nat(1000),
    createdAt: fc.nat(),
    expiresAt: fc.constantFrom(0, Number.MAX_SAFE_INTEGER),
    minutes: fc.nat(1440),
    owner: fc.option(id()),
    all: fc.boolean(),
    judge: fc.boolean(),
  });
  const extra = fc.record({
    lock,
    origin: fc.constantFrom<LockOrigin>("command", "person", "repository"),
    before: fc.record({ blocks: fc.nat(2000), minutes: fc.nat() }),
    isChanged: fc.boolean(),
  });
  const facts = anyGoalFacts(words, { ids: fc.constant("judge"), extra, maxRounds: false });
  // Most locks have no condition.
  return fc
    .tuple(facts, fc.boolean())
    .map(([one, isBare]) => ({ ...one, source: "file", ...(isBare ? { conditions: [] } : {}) }));
}
