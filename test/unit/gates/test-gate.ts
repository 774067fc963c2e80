// What every gate must fulfil, whatever it judges.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Facts } from "../../../src/gates/engine/facts.ts";
import type { Gate } from "../../../src/gates/engine/finding.ts";
import { gatesFor } from "../../../src/gates/engine/switched-on.ts";
import type { GatedEvent } from "../../../src/protocol/hook-event.ts";
import { makeFacts } from "../../helpers/facts.ts";
import { anyEvent, recordedEvents } from "./arbitrary-events.ts";
import { anyFacts } from "./arbitrary-facts.ts";

const MAX_REASON = 1500;
/** `composeReason` cuts what is longer, but a gate that relies on it lets others go unheard. */
const MAX_MARK = 400;

export function testGate(gate: Gate): void {
  test("is named like its folder and has a switch in the config", async () => {
    expect(await Bun.file(`${import.meta.dir}/../../../src/gates/${gate.id}/gate.ts`).exists()).toBe(true);
    const switches: Record<string, unknown> = makeFacts().config.gates;
    // Gates of the user's own are a list, empty by default.
    expect(switches[gate.id]).toEqual(gate.id === "custom" ? [] : expect.objectContaining({ enabled: true }));
    expect(gate.events.length).toBeGreaterThan(0);
  });

  test("is not asked when it is switched off", () => {
    const { config } = makeFacts();
    const off = { ...config, gates: { ...config.gates, [gate.id]: { enabled: false } } };
    for (const event of recordedEvents()) expect(gatesFor(event, off, [gate])).toEqual([]);
  });

  test("says nothing when there is nothing to say, on every recorded event", () => {
    for (const event of recordedEvents()) expect(gate.judge(event, makeFacts())).toEqual([]);
  });

  test("on every recorded event, with any facts: pure, well formed, the same answer twice", () => {
    const events = recordedEvents().filter((event) => gate.events.includes(event.name));
    fc.assert(
      fc.property(anyFacts(), (facts) => {
        for (const event of events) judgeTwice(gate, event, facts);
      }),
      { numRuns: 60 },
    );
  });

  test("on any event, with any facts: pure, well formed, the same answer twice", () => {
    fc.assert(
      fc.property(anyEvent(), anyFacts(), (event, facts) => {
        if (gate.events.includes(event.name)) judgeTwice(gate, event, facts);
      }),
      { numRuns: 300 },
    );
  });

  test("does not tell evidence apart by when or how often it is asked", () => {
    fc.assert(
      fc.property(anyFacts(), fc.nat(), (facts, later) => {
        for (const event of recordedEvents().filter(({ name }) => gate.events.includes(name))) {
          const marks = (given: Facts) =>
            gate.judge(event, given).map(({ code, fingerprint }) => [code, fingerprint]);
          // A lock that is over its time in between is another situation.
          const timeless = {
            ...facts,
            lock: facts.lock && { ...facts.lock, expiresAt: Number.MAX_SAFE_INTEGER },
          };
          expect(
            marks({ ...timeless, now: timeless.now + later, round: timeless.round + 1, toolCalls: 7 }),
          ).toEqual(marks(timeless));
        }
      }),
      { numRuns: 60 },
    );
  });
}

function judgeTwice(gate: Gate, event: GatedEvent, facts: Facts): void {
  // A gate that writes to what it is given throws here.
  const findings = gate.judge(freeze(event), freeze(facts));
  expect(gate.judge(structuredClone(event), structuredClone(facts))).toEqual(findings);
  for (const finding of findings) {
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
    // It goes into a row and comes back.
    expect(JSON.parse(JSON.stringify(finding))).toEqual(finding);
  }
  const marks = findings.map(({ fingerprint }) => fingerprint);
  expect(new Set(marks).size).toBe(marks.length);
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
