import fc from "fast-check";
import type { LockFacts } from "../../../../src/gates/lock/gate.ts";
import type { LockOrigin } from "../../../../src/gates/lock/rows.ts";
import { makeGoal } from "../../../helpers/goals.ts";
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
  const origin = fc.constantFrom<LockOrigin>("command", "person", "repository");
  const present = fc.record({
    lock,
    folder: fc.constant("/p"),
    origin,
    before: fc.record({ blocks: fc.nat(2000), minutes: fc.nat() }),
    toolCalls: fc.nat(),
    isChanged: fc.boolean(),
    answer: fc.option(
      fc.record({
        id: fc.constant("judge"),
        state: fc.constantFrom("met" as const, "open" as const),
        because: words,
        next: words,
      }),
    ),
  });
  const held = fc.record({ projectDir: words, createdAt: fc.nat() }).map(makeGoal);
  return fc.record({ heldRow: fc.option(held), present });
}
