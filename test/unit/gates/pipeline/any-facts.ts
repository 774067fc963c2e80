import fc from "fast-check";
import { demandedFacts } from "../../../../src/gates/goals/demand.ts";
import type { GoalFacts } from "../../../../src/gates/goals/goal.ts";
import { type PipelineExtra, type StageWork, toCondition } from "../../../../src/gates/pipeline/judge.ts";
import { makeGoal } from "../../../helpers/goals.ts";
import { anyCheck } from "../arbitrary-check.ts";
import { anyGoalFacts } from "../arbitrary-goal.ts";
import { id } from "../arbitrary-text.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<GoalFacts<PipelineExtra>> {
  return fc.oneof(
    anyPipeline(words),
    anyWork(words).map((work) => demandedFacts(makeGoal({ id: 0 }), { summary: null, work, question: null })),
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

function anyPipeline(words: fc.Arbitrary<string>): fc.Arbitrary<GoalFacts<PipelineExtra>> {
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
  const extra = fc.record({ summary: fc.option(words), work: fc.constant(null), question: fc.option(words) });
  return fc
    .tuple(anyGoalFacts(words, { ids: words, extra, maxRounds: false }), fc.array(stage, { minLength: 1 }))
    .map(([facts, stages]) => ({ ...facts, source: "row" as const, conditions: stages.map(toCondition) }));
}
