import fc from "fast-check";
import type { ClaimFacts } from "../../../../src/gates/claims/gather.ts";

export function anyFacts(text: fc.Arbitrary<string>): fc.Arbitrary<ClaimFacts> {
  const state = fc.constantFrom("green" as const, "red" as const, "unknown" as const);
  const run = fc.record({
    kind: fc.constant("tests" as const),
    check: text,
    command: text,
    scope: fc.constantFrom("suite" as const, "file" as const, "name" as const),
    target: text,
    state,
    evidence: fc.constantFrom("summary" as const, "exit code" as const, null),
    passed: fc.option(fc.nat()),
    failed: fc.option(fc.nat()),
    skipped: fc.option(fc.nat()),
    isPiped: fc.boolean(),
    isHidden: fc.boolean(),
    taskId: fc.constant(null),
  });
  const place = { offset: fc.nat(), at: fc.option(fc.nat()) };
  const runEntry = fc.record({
    kind: fc.constant("run" as const),
    run,
    dir: fc.option(text),
    toolUseId: text,
    ...place,
  });
  const edit = fc.record({ kind: fc.constant("edit" as const), path: text, ...place });
  const claim = fc.record({
    kind: fc.constantFrom("tests" as const, "commit" as const, "push" as const),
    isAll: fc.boolean(),
    isScoped: fc.boolean(),
    count: fc.option(fc.nat()),
    command: fc.option(text),
    text,
  });
  const contradicted = fc.record({
    claim,
    verdict: fc.constantFrom(
      "red" as const,
      "part" as const,
      "stale" as const,
      "none" as const,
      "not-done" as const,
    ),
    runs: fc.array(runEntry, { maxLength: 4 }),
    edits: fc.array(edit, { maxLength: 4 }),
    repositoryState: fc.option(fc.record({ head: text, dirty: fc.array(text, { maxLength: 5 }) })),
    wasHeld: fc.boolean(),
  });
  return fc.record({
    contradicted: fc.array(contradicted, { maxLength: 3 }),
  });
}
