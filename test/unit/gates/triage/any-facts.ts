import fc from "fast-check";
import type { UnsavedMemory } from "../../../../src/memory/inbox/unsaved-memories.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<UnsavedMemory[]> {
  const worth = fc.record({
    id: fc.nat(),
    category: fc.constantFrom("DECISION", "SESSION_SUMMARY"),
    title: words,
    score: fc.float({ min: 0, max: 1, noNaN: true }),
    fingerprint: id(),
  });
  return fc.array(worth);
}
