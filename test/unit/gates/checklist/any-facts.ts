import fc from "fast-check";
import type { ChecklistFacts } from "../../../../src/gates/checklist/gate.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<ChecklistFacts> {
  return fc.record({ boxes: fc.array(words), worked: fc.array(words), toolCalls: fc.nat() });
}
