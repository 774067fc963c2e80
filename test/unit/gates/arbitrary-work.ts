// What checks, subagents, pipelines and the user's own gates said, at its oddest.
import fc from "fast-check";
import type { Facts, WorkCheck } from "../../../src/gates/engine/facts.ts";
import { id } from "./arbitrary-text.ts";

type Words = fc.Arbitrary<string>;

export function anyQuality(words: Words): fc.Arbitrary<NonNullable<Facts["quality"]>> {
  const status = fc.constantFrom("pending" as const, "passed" as const, "failed" as const);
  return fc.record({
    file: fc.option(
      fc.record({
        lastResult: fc.option(status),
        stages: fc.dictionary(id(), fc.record({ status, details: fc.option(words) }), { maxKeys: 4 }),
      }),
    ),
    refused: fc.option(fc.constantFrom("untrusted" as const, "changed" as const)),
    failures: fc.uniqueArray(
      fc.record({
        stage: id(),
        command: words,
        outcome: fc.constantFrom(
          "failed" as const,
          "timeout" as const,
          "missing" as const,
          "killed" as const,
        ),
        exitCode: fc.option(fc.nat(255)),
        telling: words,
        logPath: fc.option(words),
        fingerprint: id(),
        holdsOnTimeout: fc.boolean(),
        baseline: fc.constantFrom("failed" as const, "passed" as const, "unknown" as const, "held" as const),
        startKey: id(),
        sentKey: id(),
        wasSent: fc.boolean(),
      }),
      { maxLength: 4, selector: ({ fingerprint }) => fingerprint },
    ),
    treeMark: id(),
  });
}

export function anyCheck(words: Words): fc.Arbitrary<WorkCheck> {
  return fc.record({
    command: words,
    state: fc.constantFrom("passed" as const, "failed" as const, "refused" as const, "fault" as const),
    error: words,
    fingerprint: id(),
    logPath: fc.option(words),
  });
}

export function anySubagent(words: Words): fc.Arbitrary<NonNullable<Facts["subagent"]>> {
  return fc.record({
    agentType: words,
    checks: fc.array(anyCheck(words), { maxLength: 2 }),
    planProblems: fc.array(words),
    openTasks: fc.array(fc.record({ id: id(), subject: words, status: fc.constant("pending") })),
    calls: fc.nat(),
  });
}

export function anyStageWork(words: Words): fc.Arbitrary<NonNullable<Facts["stageWork"]>> {
  return fc.record({
    runId: fc.nat(),
    stage: words,
    verify: words,
    check: fc.option(anyCheck(words)),
    chunk: fc.option(words),
    chunks: fc.option(fc.nat(20)),
    isEarly: fc.boolean(),
    startedAt: fc.nat(),
    files: fc.array(words),
    calls: fc.nat(),
  });
}

export function anyPipeline(words: Words): fc.Arbitrary<NonNullable<Facts["pipeline"]>> {
  const report = fc.record({
    agentId: id(),
    agentType: words,
    stage: words,
    chunk: fc.option(words),
    chunks: fc.option(fc.nat(20)),
    result: fc.constantFrom("failed" as const, "early" as const, "unproven" as const),
    report: words,
    error: fc.option(words),
    files: fc.array(words),
    isEarly: fc.boolean(),
    startedAt: fc.nat(),
    finishedAt: fc.option(fc.nat()),
  });
  const stage = fc.record({
    stage: words,
    match: words,
    requires: fc.array(words),
    verify: words,
    state: fc.constantFrom("open" as const, "running" as const, "failed" as const, "finished" as const),
    unmet: fc.array(words),
    done: fc.nat(20),
    chunks: fc.option(fc.nat(20)),
    reports: fc.array(report, { maxLength: 3 }),
  });
  return fc.record({ runId: fc.nat(), stages: fc.array(stage), summary: fc.option(words) });
}

export function anyCustom(words: Words): fc.Arbitrary<NonNullable<Facts["custom"]>> {
  const verdict = fc.record({
    id: words,
    kind: fc.constantFrom("block" as const, "advise" as const),
    text: words,
    fingerprint: id(),
  });
  return fc.record({
    verdicts: fc.array(verdict, { maxLength: 4 }),
    refused: fc.option(fc.constantFrom("untrusted" as const, "changed" as const)),
  });
}
