// What every gate must fulfil, whatever it judges.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import type { Config } from "../../../src/config/schema.ts";
import { ruleOnStop } from "../../../src/gates/engine/budget.ts";
import { type BudgetState, EMPTY_BUDGET_STATE } from "../../../src/gates/engine/budget-rows.ts";
import type { Finding, Gate } from "../../../src/gates/engine/gate.ts";
import { judgeStop } from "../../../src/gates/engine/stop.ts";
import type { StopView } from "../../../src/gates/engine/stop-context.ts";
import type { GateEntry } from "../../../src/gates/registry.ts";
import { runs } from "../../helpers/runs.ts";
import { makeStopContext } from "../../helpers/stops.ts";
import { anyEvent, recordedEvents } from "./arbitrary-events.ts";
import { anyView, factsOf } from "./arbitrary-facts.ts";

const MAX_REASON = 1500;
/** `composeReason` truncates longer ones, but a gate that relies on it crowds out others. */
const MAX_MARK = 400;
const MAX_BLOCKS = 1000;
const MAX_JUDGE_MS = 5;
/** `judge` does not read these settings. */
const READ_WHILE_GATHERING = /^(?:hygiene\.(?:rules|ignore)|judges)\b/;
/** A block says what to do, what it waits for, or that it has said so before. A custom gate's text is the user's; a new gate may need another verb. */
const NEXT_STEP =
  /\b([Ff]ix|Do|Run|Finish|Remove|Put|Commit|Start|Wait|Work through|Next:|waits for|same way as before|pipeline is not finished)/;

export async function testGate(entry: GateEntry): Promise<void> {
  const { id, events } = entry;
  const gate = await entry.load();
  const anyFacts = await factsOf(id);
  const recorded = recordedEvents().filter(({ name }) => events.includes(name));
  const own = fc.constantFrom(...recorded);

  test("is named like its folder and has a switch in the config", () => {
    expect(gate.id).toBe(id);
    const switches: Record<string, unknown> = defaultConfig().gates;
    // Custom gates are a list, empty by default.
    expect(switches[id]).toEqual(id === "custom" ? [] : expect.objectContaining({ enabled: true }));
    expect(events.length).toBeGreaterThan(0);
  });

  test("is not asked when it is switched off", async () => {
    const base = defaultConfig();
    const config = { ...base, gates: { ...base.gates, [id]: { enabled: false } } };
    for (const event of recorded) {
      const stop = await makeStopContext({ event, config });
      expect((await judgeStop(stop)).judged.map((one) => one.gate.id)).not.toContain(id);
    }
  });

  test("gathers from every recorded event in a project with nothing to report, and reports nothing", async () => {
    for (const event of recorded) {
      const stop = await makeStopContext({ event });
      entry.mayBeDue(stop);
      const facts = await gate.gather(stop);
      expect(facts === null ? [] : gate.judge(stop, facts)).toEqual([]);
    }
  });

  test("gathers nothing that requires a command when none can be run", async () => {
    for (const event of recorded) {
      const stop = await makeStopContext({ event, outside: { commands: null } });
      const facts = await gate.gather(stop);
      expect(facts === null ? [] : gate.judge(stop, facts)).toEqual([]);
    }
  });

  test("on every recorded event, with any facts: pure, well formed, the same answer twice", () => {
    fc.assert(
      fc.property(anyView(own), anyFacts, (view, facts) => {
        for (const event of recorded) judgeTwice(gate, { ...view, event }, facts);
      }),
      { numRuns: runs(60) },
    );
  });

  test("on any event, with any facts: pure, well formed, the same answer twice", () => {
    fc.assert(
      fc.property(anyView(anyEvent()), anyFacts, (view, facts) => {
        if (events.includes(view.event.name)) judgeTwice(gate, view, facts);
      }),
      { numRuns: runs(300) },
    );
  });

  test("has the same fingerprints whenever and however often it is asked", () => {
    fc.assert(
      fc.property(anyView(own), anyFacts, fc.nat(), (view, facts, later) => {
        const marks = (stop: StopView, given: unknown) =>
          gate.judge(stop, given).map(({ code, fingerprint }) => [code, fingerprint]);
        const laterView = { ...view, now: view.now + later, round: view.round + 1 };
        expect(marks(laterView, withCalls(facts, 7))).toEqual(marks(view, facts));
      }),
      { numRuns: runs(100) },
    );
  });

  test("names only settings that avoid the hold", () => {
    fc.assert(
      fc.property(anyView(own), anyFacts, (view, facts) => {
        for (const { code, severity, avoidedBy } of gate.judge(view, facts)) {
          if (severity !== "block" || !avoidedBy || avoidedBy.key.match(READ_WHILE_GATHERING)) continue;
          const milder = { ...view, config: withSetting(view.config, avoidedBy) };
          const again = gate.judge(milder, facts).filter((finding) => finding.severity === "block");
          expect(again.map((finding) => finding.code)).not.toContain(code);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  test("judges fast", () => {
    const samples = fc.sample(fc.tuple(anyView(own), anyFacts), 200);
    const start = Bun.nanoseconds();
    for (const [view, facts] of samples) gate.judge(view, facts);
    expect((Bun.nanoseconds() - start) / 1e6 / samples.length).toBeLessThan(MAX_JUDGE_MS);
  });

  test("ends within the budget, whatever changes meanwhile", () => {
    fc.assert(
      fc.property(anyView(own), anyFacts, (view, facts) => {
        let state: BudgetState = EMPTY_BUDGET_STATE;
        for (let round = 1; round <= MAX_BLOCKS + 1; round++) {
          const findings = gate
            .judge({ ...view, round }, facts)
            .map((finding) => ({ ...finding, progress: `moved ${round}` }));
          const attempt = { now: view.now, findings, backgroundWork: false, defaults: view.config.budget };
          const ruling = ruleOnStop(state, attempt);
          if (ruling.verdict !== "blocked") return;
          ({ state } = ruling);
        }
        throw new Error("it still blocks");
      }),
      { numRuns: runs(20) },
    );
  });
}

function judgeTwice(gate: Gate<unknown>, view: StopView, facts: unknown): void {
  // A gate that modifies its input throws here.
  const findings = gate.judge(freeze(view), freeze(facts));
  expect(gate.judge(structuredClone(view), structuredClone(facts))).toEqual(findings);
  for (const finding of findings) expectWellFormed(gate, finding);
  const blocks = findings.filter(({ severity }) => severity === "block");
  if (blocks.length > 0 && gate.id !== "custom")
    expect(blocks.map(({ reason }) => reason).join("\n"), "the reason has no next step").toMatch(NEXT_STEP);
  const marks = findings.map(({ fingerprint }) => fingerprint);
  expect(new Set(marks).size).toBe(marks.length);
}

function withSetting(config: Config, { key, value }: NonNullable<Finding["avoidedBy"]>): Config {
  const changed = structuredClone(config);
  const path = key.split(".");
  const last = path.pop() ?? "";
  const section = path.reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], changed);
  expect(section).toHaveProperty(last);
  (section as Record<string, unknown>)[last] = value;
  return changed;
}

function expectWellFormed(gate: Gate<unknown>, finding: Finding): void {
  expect(finding.gate).toBe(gate.id);
  expect(["block", "advise"]).toContain(finding.severity);
  expect(finding.code).not.toBe("");
  expect(finding.reason.trim()).not.toBe("");
  expect(finding.reason.length).toBeLessThanOrEqual(MAX_REASON);
  expect(finding.fingerprint).not.toBe("");
  expect(finding.fingerprint.length).toBeLessThanOrEqual(MAX_MARK);
  expect(finding.releasedBy).not.toBe("");
  if (finding.limits) {
    expect(Number.isFinite(finding.limits.blocks) && Number.isFinite(finding.limits.minutes)).toBe(true);
  }
  // It survives being stored in a row.
  expect(JSON.parse(JSON.stringify(finding))).toEqual(finding);
}

/** The same with another number of tool calls, wherever a gate keeps it. */
function withCalls(facts: unknown, calls: number): unknown {
  return JSON.parse(JSON.stringify(facts), (key, value) =>
    key === "toolCalls" || key === "calls" ? calls : value,
  );
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
