// Every gate of the registry fulfils the contract, and together they stay within a reason's length.
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { ruleOnStop } from "../../../src/gates/engine/budget.ts";
import { EMPTY_BUDGET_STATE } from "../../../src/gates/engine/budget-rows.ts";
import { composeAdvice, composeReason, composeRelease } from "../../../src/gates/engine/compose.ts";
import { KINDS } from "../../../src/gates/goals/kinds.ts";
import { GATES } from "../../../src/gates/registry.ts";
import { runs } from "../../helpers/runs.ts";
import { anyEvent, recordedEvents } from "./arbitrary-events.ts";
import { anyView, factsOf } from "./arbitrary-facts.ts";
import { testGate } from "./test-gate.ts";

for (const entry of GATES) describe(`the ${entry.id} gate`, async () => testGate(entry));

test("every folder with a gate is in the registry, once", () => {
  const folders = readdirSync(`${import.meta.dir}/../../../src/gates`, { recursive: true })
    .map(String)
    .flatMap((path) => /^([\w-]+)\/gate\.ts$/.exec(path)?.[1] ?? [])
    .filter((folder) => folder !== "engine");
  expect(GATES.map(({ id }) => id).toSorted()).toEqual(folders.toSorted());
});

test("there are recorded events of each kind that a gate may be asked about", () => {
  const names = new Set(recordedEvents().map(({ name }) => name));
  for (const gate of GATES) for (const event of gate.events) expect(names).toContain(event);
});

test("every kind of goal is in the table of kinds", () => {
  const kinds = GATES.filter(({ openRowsQuery }) => openRowsQuery?.includes("FROM goals")).map(
    ({ id }) => id,
  );
  expect(KINDS.map(({ id }) => id)).toEqual(kinds);
});

test("every gate implements what the registry says about it", async () => {
  for (const entry of GATES) {
    const gate = await entry.load();
    expect(gate.onEvent !== undefined).toBe(entry.onEvents !== undefined);
    expect(gate.remind !== undefined).toBe(entry.mayRemind !== undefined);
    expect(gate.gatherAfterTurn !== undefined).toBe(entry.checksAfterTurn !== undefined);
  }
});

test("whatever all gates find in whatever is there, none fails and the reason stays short", async () => {
  const gates = await Promise.all(
    GATES.map(async ({ events, load, id }) => ({
      events,
      gate: await load(),
      facts: await factsOf(id, 4000),
    })),
  );
  const anyOfAll = fc.tuple(...gates.map(({ facts }) => fc.option(facts)));
  fc.assert(
    fc.property(anyView(anyEvent()), anyOfAll, (view, all) => {
      const findings = gates.flatMap(({ events, gate }, index) =>
        events.includes(view.event.name) && all[index] ? gate.judge(view, all[index]) : [],
      );
      const ruling = ruleOnStop(EMPTY_BUDGET_STATE, {
        now: view.now,
        findings,
        backgroundWork: false,
        defaults: view.config.budget,
      });
      expect(
        composeReason(ruling, view.event, { unattended: true, earlier: null }).length,
      ).toBeLessThanOrEqual(1500);
      expect(typeof composeRelease(ruling, view.event)).toBe("string");
      expect(composeAdvice(ruling.advice).split("\n").length).toBeLessThanOrEqual(
        Math.max(1, ruling.advice.length),
      );
    }),
    { numRuns: runs(300) },
  );
});
