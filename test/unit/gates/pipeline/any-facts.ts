import fc from "fast-check";
import type { Pipeline, PipelineFacts, StageWork } from "../../../../src/gates/pipeline/gate.ts";
import { anyCheck } from "../arbitrary-check.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<PipelineFacts> {
  return fc.oneof(
    anyPipeline(words).map((pipeline) => ({ pipeline })),
    anyWork(words).map((work) => ({ work })),
  );
}

function anyWork(words: fc.Arbitrary<string>): fc.Arbitrary<StageWork> {
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

function anyPipeline(words: fc.Arbitrary<string>): fc.Arbitrary<Pipeline> {
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
  return fc.record({
    runId: fc.nat(),
    stages: fc.array(stage),
    summary: fc.option(words),
    toolCalls: fc.nat(),
  });
}
