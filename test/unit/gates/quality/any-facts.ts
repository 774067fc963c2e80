import fc from "fast-check";
import type { QualityFacts } from "../../../../src/gates/quality/judge.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<QualityFacts> {
  const status = fc.constantFrom("pending" as const, "passed" as const, "failed" as const);
  const failure = fc.record({
    stage: id(),
    command: words,
    outcome: fc.constantFrom("failed" as const, "timeout" as const, "missing" as const, "killed" as const),
    exitCode: fc.option(fc.nat(255)),
    excerpt: words,
    error: words,
    logPath: fc.option(words),
    fingerprint: id(),
    holdsOnTimeout: fc.boolean(),
    age: fc.constantFrom(...(["old", "new", "unknown", "unclear", "held"] as const)),
    others: fc.option(
      fc.array(fc.record({ path: words, sessionId: fc.option(id()) }), { minLength: 1, maxLength: 5 }),
    ),
    startKey: id(),
  });
  return fc.record({
    file: fc.option(
      fc.record({
        lastResult: fc.option(status),
        stages: fc.dictionary(id(), fc.record({ status, details: fc.option(words) }), { maxKeys: 4 }),
      }),
    ),
    refused: fc.option(fc.constantFrom("untrusted" as const, "changed" as const)),
    failures: fc.uniqueArray(failure, { maxLength: 4, selector: ({ fingerprint }) => fingerprint }),
    reused: fc.uniqueArray(fc.record({ stage: id(), command: words, at: fc.nat(), durationMs: fc.nat() }), {
      maxLength: 2,
      selector: ({ stage }) => stage,
    }),
    treeFingerprint: id(),
    toolCalls: fc.nat(),
  });
}
