import fc from "fast-check";
import type { JudgesFacts } from "../../../../src/gates/judges/gate.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<JudgesFacts> {
  const objection = fc.record({
    subagent: fc.constantFrom(null, "coder"),
    id: words,
    call: fc.nat(),
    reason: words,
    evidence: fc.array(words, { maxLength: 4 }),
    block: fc.boolean(),
  });
  return fc.record({ objections: fc.array(objection, { maxLength: 3 }), progress: words });
}
