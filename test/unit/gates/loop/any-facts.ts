import fc from "fast-check";
import type { LoopFacts } from "../../../../src/gates/loop/judge.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<LoopFacts> {
  return fc.record({
    source: fc.constantFrom("row" as const, "file" as const),
    id: id(),
    task: words,
    iteration: fc.nat(2000),
    maxIterations: fc.nat(1000),
    maxMinutes: fc.nat(1440),
    verify: fc.option(words),
    promise: fc.option(fc.constantFrom("DONE", "all good")),
    isPromiseKept: fc.boolean(),
    check: fc.option(fc.record({ passed: fc.boolean(), fingerprint: id(), error: words })),
    isSuspended: fc.boolean(),
    fileError: words,
    claimsDone: fc.boolean(),
    treeProgress: fc.constantFrom("", "mark"),
    toolCalls: fc.nat(),
  });
}
