// Facts as gates may meet them: whatever a file, a command or a model brought.
import fc from "fast-check";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import type { Facts } from "../../../src/gates/engine/facts.ts";
import { CONDITION_IDS } from "../../../src/gates/flow/conditions.ts";
import { id, text } from "./arbitrary-text.ts";
import { anyCheck, anyCustom, anyPipeline, anyQuality, anyStageWork, anySubagent } from "./arbitrary-work.ts";

/** `longest` is that of a text somebody wrote. */
export function anyFacts(longest = 120): fc.Arbitrary<Facts> {
  const words = text(longest);
  return fc.record({
    now: fc.nat(),
    config: anyConfig(),
    round: fc.integer({ min: 1, max: 1000 }),
    lock: fc.option(anyLock(words)),
    loop: fc.option(anyLoop(words)),
    flow: fc.option(anyFlow(words)),
    tasks: fc.array(
      fc.record({ id: id(), subject: words, status: fc.constantFrom("pending", "in_progress", "odd") }),
    ),
    plan: fc.option(anyPlan(words)),
    checklist: fc.array(words),
    leftovers: fc.array(anyLeftover(words)),
    quality: fc.option(anyQuality(words)),
    subagent: fc.option(anySubagent(words)),
    stageWork: fc.option(anyStageWork(words)),
    pipeline: fc.option(anyPipeline(words)),
    proof: fc.option(anyCheck(words)),
    custom: fc.option(anyCustom(words)),
    triage: fc.array(anyWorthSaving(words)),
    toolCalls: fc.nat(),
    treeMark: fc.constantFrom("", "mark"),
  });
}

function anyConfig(): fc.Arbitrary<Facts["config"]> {
  const base = defaultConfig();
  return fc
    .record({
      tasks: fc.constantFrom("always" as const, "active" as const, "never" as const),
      plan: fc.constantFrom("never" as const, "phase" as const, "all" as const),
      checklist: fc.boolean(),
      hygiene: fc.constantFrom("advise" as const, "block" as const),
      commit: fc.constantFrom("advise" as const, "block" as const),
    })
    .map((chosen) => ({
      ...base,
      tasks: { ...base.tasks, block: chosen.tasks },
      plan: { ...base.plan, block: chosen.plan },
      checklist: { block: chosen.checklist },
      hygiene: { ...base.hygiene, stop: chosen.hygiene },
      flow: { ...base.flow, commit: chosen.commit },
    }));
}

function anyLock(words: fc.Arbitrary<string>): fc.Arbitrary<NonNullable<Facts["lock"]>> {
  return fc.record({
    goal: words,
    definitionOfDone: words,
    maxBlocks: fc.nat(1000),
    createdAt: fc.nat(),
    expiresAt: fc.nat(),
    minutes: fc.nat(1440),
    owner: fc.option(id()),
    all: fc.boolean(),
  });
}

function anyLoop(words: fc.Arbitrary<string>): fc.Arbitrary<NonNullable<Facts["loop"]>> {
  return fc.record({
    source: fc.constantFrom("row" as const, "file" as const),
    id: id(),
    task: words,
    iteration: fc.nat(2000),
    maxIterations: fc.nat(1000),
    maxMinutes: fc.nat(1440),
    verify: fc.option(words),
    promise: fc.option(fc.constantFrom("DONE", "all good")),
    check: fc.option(fc.record({ passed: fc.boolean(), fingerprint: id(), error: words })),
    claimed: fc.boolean(),
  });
}

function anyFlow(words: fc.Arbitrary<string>): fc.Arbitrary<NonNullable<Facts["flow"]>> {
  const condition = fc.record({
    id: fc.constantFrom(...CONDITION_IDS),
    state: fc.constantFrom("met" as const, "open" as const),
    because: words,
    next: words,
    needsUser: fc.boolean(),
  });
  return fc.record({
    source: fc.constantFrom("row" as const, "file" as const),
    id: id(),
    task: words,
    phase: fc.constantFrom("", "planning"),
    conditions: fc.array(
      condition as unknown as fc.Arbitrary<NonNullable<Facts["flow"]>["conditions"][number]>,
    ),
    claimed: fc.boolean(),
    treeMark: fc.constantFrom("", "mark"),
    uncommitted: fc.array(words),
    row: fc.constant(null),
    fileKey: fc.option(id()),
    recognised: fc.constant([]),
  });
}

function anyPlan(words: fc.Arbitrary<string>): fc.Arbitrary<NonNullable<Facts["plan"]>> {
  const proof = fc.record({ command: words, passed: fc.constant(false), error: words, fingerprint: id() });
  const items = fc.array(fc.record({ text: words, line: fc.nat(), disproof: fc.option(proof) }));
  return fc.record({
    path: words,
    state: fc.record({
      phase: fc.option(words),
      current: items,
      reachable: items,
      open: items,
      waitsAt: fc.option(fc.record({ text: words, line: fc.nat(), done: fc.constant(false) })),
      total: fc.nat(),
    }),
    unproven: fc.nat(3),
    finished: fc.array(words),
  });
}

function anyWorthSaving(words: fc.Arbitrary<string>): fc.Arbitrary<Facts["triage"][number]> {
  return fc.record({
    id: fc.nat(),
    category: fc.constantFrom("DECISION", "SESSION_SUMMARY"),
    title: words,
    score: fc.float({ min: 0, max: 1, noNaN: true }),
    fingerprint: id(),
  });
}

function anyLeftover(words: fc.Arbitrary<string>): fc.Arbitrary<Facts["leftovers"][number]> {
  return fc.record({
    rule: id(),
    weight: fc.constantFrom("block" as const, "once" as const, "advise" as const),
    path: words,
    line: fc.nat(),
    what: fc.constant("a debugger statement"),
    shown: text(100),
    fingerprint: id(),
    refused: fc.boolean(),
  });
}
