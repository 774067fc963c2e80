import fc from "fast-check";
import type { CustomFacts } from "../../../../src/gates/custom/gate.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<CustomFacts> {
  const verdict = fc.record({
    id: words,
    kind: fc.constantFrom("block" as const, "advise" as const),
    text: words,
    fingerprint: id(),
  });
  return fc.record({
    verdicts: fc.array(verdict, { maxLength: 4 }),
    refused: fc.option(fc.constantFrom("untrusted" as const, "changed" as const)),
    toolCalls: fc.nat(),
  });
}
