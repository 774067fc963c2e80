// Every gate of the registry fulfils the contract, and together they stay within a reason's length.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { EMPTY_LEDGER, ruleOnStop } from "../../../src/gates/engine/budget.ts";
import { composeAdvice, composeReason, composeRelease } from "../../../src/gates/engine/compose.ts";
import { runGates } from "../../../src/gates/engine/run-gates.ts";
import { GATES } from "../../../src/gates/registry.ts";
import { makeFacts } from "../../helpers/facts.ts";
import { anyEvent, recordedEvents } from "./arbitrary-events.ts";
import { anyFacts } from "./arbitrary-facts.ts";
import { testGate } from "./test-gate.ts";

const gates = await Promise.all(GATES.map((entry) => entry.load()));

for (const gate of gates) describe(`the ${gate.id} gate`, () => testGate(gate));

test("the registry knows of each gate what it says of itself", () => {
  expect(GATES.map(({ id, events }) => ({ id, events }))).toEqual(
    gates.map(({ id, events }) => ({ id, events })),
  );
});

test("a gate needs the facts it is about, and says nothing without them", () => {
  for (const { id, about } of GATES) {
    const gate = gates.find((one) => one.id === id);
    for (const fact of about) expect(gate?.needs).toContain(fact);
  }
  fc.assert(
    fc.property(anyEvent(), anyFacts(), (event, facts) => {
      const empty = makeFacts();
      for (const [place, { about }] of GATES.entries()) {
        const without = { ...facts, ...Object.fromEntries(about.map((fact) => [fact, empty[fact]])) };
        expect(gates[place]?.judge(event, without)).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});

test("there are recorded events of each kind that a gate may be asked about", () => {
  const names = new Set(recordedEvents().map(({ name }) => name));
  for (const gate of GATES) for (const event of gate.events) expect(names).toContain(event);
});

test("ids are unique", () => {
  expect(new Set(GATES.map(({ id }) => id)).size).toBe(GATES.length);
});

test("whatever all gates say of whatever is there, none fails and the reason stays short", () => {
  fc.assert(
    fc.property(anyEvent(), anyFacts(4000), (event, facts) => {
      const asked = gates.filter((gate) => gate.events.includes(event.name));
      const { findings, failures } = runGates(asked, event, facts);
      expect(failures).toEqual([]);
      const ruling = ruleOnStop(EMPTY_LEDGER, {
        now: facts.now,
        findings,
        backgroundWork: false,
        defaults: facts.config.budget,
      });
      expect(composeReason(ruling, event).length).toBeLessThanOrEqual(1500);
      expect(typeof composeRelease(ruling)).toBe("string");
      expect(composeAdvice(ruling.advice).split("\n").length).toBeLessThanOrEqual(
        Math.max(1, ruling.advice.length),
      );
    }),
    { numRuns: 300 },
  );
});
