// Whatever happens in whatever order: blocks are bounded, a release tells the user, nobody is trapped.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { type Ruling, ruleOnStop } from "../../../../src/gates/engine/budget.ts";
import {
  type BudgetRow,
  type BudgetState,
  budgetStateColumns,
  EMPTY_BUDGET_STATE,
  readBudgetState,
} from "../../../../src/gates/engine/budget-rows.ts";
import { composeRelease } from "../../../../src/gates/engine/compose.ts";
import type { Finding } from "../../../../src/gates/engine/gate.ts";
import { allowEarly } from "../../../../src/gates/engine/stop.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeFinding } from "../../../helpers/findings.ts";
import { runs } from "../../../helpers/runs.ts";

const DEFAULTS = { blocks: 6, minutes: 30 };
const LOCK_LIMITS = { blocks: 50, minutes: 240 };

type Step =
  | { kind: "prompt" | "notification" | "tool" | "lose-row" | "foreign-block" }
  | { kind: "findings"; which: number[] }
  | { kind: "clock"; minutes: number }
  | {
      kind: "hostile-row";
      column: "blocks" | "asks" | "situations" | "released" | "first_block_at";
      value: unknown;
    }
  | { kind: "stop"; times: number; background: boolean; asks: boolean; paused: boolean; plan: boolean };

// What the gates may say, in the forms that matter to the budget.
const FINDINGS: Finding[] = [
  makeFinding({ gate: "lock", fingerprint: "lock", limits: LOCK_LIMITS }),
  makeFinding({ gate: "quality", fingerprint: "quality" }),
  makeFinding({ gate: "flow", fingerprint: "flow", needsUser: true }),
  makeFinding({ gate: "hygiene", fingerprint: "hygiene", severity: "advise" }),
];

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>({ kind: "prompt" }, { kind: "lose-row" }, { kind: "foreign-block" }),
  },
  { weight: 3, arbitrary: fc.constantFrom<Step>({ kind: "notification" }, { kind: "tool" }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("findings" as const), which: fc.subarray([0, 1, 2, 3]) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("clock" as const),
      minutes: fc.integer({ min: -300, max: 300 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("hostile-row" as const),
      column: fc.constantFrom(
        "blocks" as const,
        "asks" as const,
        "situations" as const,
        "released" as const,
        "first_block_at" as const,
      ),
      value: fc.constantFrom<unknown>(
        -1,
        1.5,
        Number.NaN,
        "null",
        "[]",
        '{"a":"b"}',
        '{"a":-3}',
        "{",
        Number.MAX_SAFE_INTEGER,
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("stop" as const),
      times: fc.integer({ min: 1, max: 60 }),
      background: fc.boolean(),
      asks: fc.boolean(),
      paused: fc.oneof(
        { weight: 9, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      plan: fc.oneof(
        { weight: 9, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    }),
  },
);

const EVERY_RULE = [
  "nothing-open",
  "open-findings",
  "needs-user",
  "question",
  "background-work",
  "same-situation",
  "total",
  "clock",
  "paused",
  "plan-mode",
  "no-budget-row",
  "unreadable-budget",
  "once",
];

function toRow(state: BudgetState): BudgetRow {
  return {
    id: 1,
    session_id: "s",
    agent: "main",
    opened_at: 0,
    transcript_from: null,
    prompt_id: null,
    environment: null,
    ...budgetStateColumns(state),
  };
}

interface World {
  now: number;
  tools: number;
  busy: boolean;
  which: number[];
  row: BudgetRow | null;
  stopHookActive: boolean;
  continuation: "budget" | "once";
  /** Blocks since a person's last prompt, and how often our record of them was damaged. */
  blocks: number;
  damages: number;
  waits: number;
  rules: Set<string>;
}

function currentFindings(world: World): Finding[] {
  return world.which.flatMap((index) => {
    const finding = FINDINGS[index];
    return finding ? [{ ...finding, progress: `tools:${world.tools}` }] : [];
  });
}

function attemptStop(world: World, step: Extract<Step, { kind: "stop" }>): Ruling | null {
  const event = makeStop({
    permissionMode: step.plan ? "plan" : "default",
    stopHookActive: world.stopHookActive,
  });
  const config = { ...defaultConfig(), continuation: world.continuation };
  const early = allowEarly({ event, config, budget: world.row }, step.paused);
  world.row ??= toRow(EMPTY_BUDGET_STATE);
  if (early) {
    world.rules.add(early.rule);
    return null;
  }
  const state = readBudgetState(world.row);
  if (!state) {
    world.rules.add("unreadable-budget");
    return null;
  }
  const attempt = {
    now: world.now,
    findings: currentFindings(world),
    backgroundWork: step.background,
    asksPerson: step.asks,
    defaults: DEFAULTS,
  };
  const ruling = ruleOnStop(state, attempt);
  expect(ruleOnStop(state, attempt)).toEqual(ruling);
  world.rules.add(ruling.rule);
  world.row = toRow(ruling.state);
  return ruling;
}

function play(world: World, step: Step): void {
  switch (step.kind) {
    case "prompt":
      world.row = toRow({
        ...EMPTY_BUDGET_STATE,
        released: (world.row && readBudgetState(world.row)?.released) ?? {},
      });
      world.stopHookActive = false;
      world.blocks = world.damages = world.waits = 0;
      return;
    case "notification":
      // A new prompt_id and stop_hook_active false, and still the old budget.
      world.stopHookActive = false;
      return;
    case "tool":
      world.tools++;
      return;
    case "findings":
      world.which = step.which;
      return;
    case "clock":
      world.now += step.minutes * 60_000;
      return;
    case "lose-row":
      world.row = null;
      world.damages++;
      return;
    case "foreign-block":
      world.stopHookActive = true;
      return;
    case "hostile-row":
      if (world.row) world.row = { ...world.row, [step.column]: step.value };
      world.damages++;
      return;
    case "stop":
      stopManyTimes(world, step);
  }
}

/** The client keeps asking as long as it is refused. */
function stopManyTimes(world: World, step: Extract<Step, { kind: "stop" }>): void {
  const sameSituation = new Map<string, number>();
  for (let i = 0; i < step.times; i++) {
    if (world.busy) world.tools++;
    const ruling = attemptStop(world, step);
    if (ruling?.verdict === "waiting") world.waits++;
    if (ruling?.verdict !== "blocked") {
      if (ruling?.verdict === "stalled" || ruling?.verdict === "capped") {
        const told = composeRelease(ruling, { name: "Stop" });
        for (const finding of ruling.open) expect(told).toContain(finding.gate);
      }
      world.stopHookActive = false;
      return;
    }
    world.blocks++;
    world.stopHookActive = true;
    const situation = ruling.situation ?? "";
    sameSituation.set(situation, (sameSituation.get(situation) ?? 0) + 1);
    expect(sameSituation.get(situation)).toBeLessThanOrEqual(2);
    const cap = currentFindings(world).some((finding) => finding.limits)
      ? LOCK_LIMITS.blocks
      : DEFAULTS.blocks;
    // With an undamaged row the limits of what is open now; each damage can refill them once at most.
    const bound = world.damages === 0 ? cap : LOCK_LIMITS.blocks * (1 + world.damages);
    expect(world.blocks).toBeLessThanOrEqual(bound);
  }
}

describe("for any sequence of events", () => {
  test("blocks are bounded, a release tells the user, and every rule is reached", () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(stepArbitrary, { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        fc.constantFrom("budget" as const, "budget" as const, "once" as const),
        (steps, busy, continuation) => {
          const world: World = {
            now: 1_000_000_000,
            tools: 0,
            busy,
            which: [0],
            row: null,
            stopHookActive: false,
            continuation,
            blocks: 0,
            damages: 0,
            waits: 0,
            rules: reached,
          };
          for (const step of steps) {
            play(world, step);
            if (world.damages === 0) expect(world.waits).toBeLessThanOrEqual(3);
          }
          // Nobody is trapped: without progress, three more stops are always enough.
          world.busy = false;
          const calm = {
            kind: "stop" as const,
            times: 3,
            background: false,
            asks: false,
            paused: false,
            plan: false,
          };
          const verdicts = [1, 2, 3].map(() => attemptStop(world, calm)?.verdict);
          expect(verdicts).not.toEqual(["blocked", "blocked", "blocked"]);
        },
      ),
      { numRuns: runs(3000) },
    );
    expect([...reached].sort()).toEqual([...EVERY_RULE].sort());
  });
});
