import fc from "fast-check";
import type { FoundLeftover } from "../../../../src/gates/hygiene/gate.ts";
import { id, text } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<FoundLeftover[]> {
  const leftover = fc.record({
    rule: id(),
    weight: fc.constantFrom("block" as const, "once" as const, "advise" as const),
    path: words,
    line: fc.nat(),
    what: fc.constant("a debugger statement"),
    shown: text(100),
    fingerprint: id(),
    wasReported: fc.boolean(),
  });
  return fc.array(leftover);
}
