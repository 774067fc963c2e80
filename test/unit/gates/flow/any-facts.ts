import fc from "fast-check";
import { CONDITION_IDS } from "../../../../src/gates/flow/flow.ts";
import type { FlowFacts } from "../../../../src/gates/flow/judge.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<FlowFacts> {
  const condition = fc.record({
    id: fc.constantFrom(...CONDITION_IDS),
    state: fc.constantFrom("met" as const, "open" as const),
    because: words,
    next: words,
    needsUser: fc.boolean(),
  });
  return fc.record({
    source: fc.constantFrom("row" as const, "file" as const),
    id: id(),
    task: words,
    phase: fc.constantFrom("", "planning"),
    conditions: fc.array(condition as unknown as fc.Arbitrary<FlowFacts["conditions"][number]>),
    claimsMore: fc.boolean(),
    uncommitted: fc.array(words),
    row: fc.constant(null),
    fileKey: fc.option(id()),
    recognised: fc.constant([]),
    toolCalls: fc.nat(),
  });
}
