// The third-time rule for every source of a finding: whatever is written into files and rows between two stops, and whatever
// the clock says, nothing holds a third time if Claude did nothing, and nothing holds forever if it works.
import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { lockPath } from "../../../../src/config/environment.ts";
import { ruleOnStop } from "../../../../src/gates/engine/budget.ts";
import { EMPTY_BUDGET_STATE } from "../../../../src/gates/engine/budget-rows.ts";
import { GATES } from "../../../../src/gates/registry.ts";
import { runs } from "../../../helpers/runs.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";
import { anyEvent } from "../arbitrary-events.ts";
import { anyView, factsOf } from "../arbitrary-facts.ts";

afterEach(() => void setSystemTime());

const anyTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom("2999-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "0", "now", "+275760-09-13T00:00:00Z"),
);
const anyCount = fc.constantFrom<unknown>(-1, 0, 1, 2, 25, 1000, 1e9, 1.5, "7", null, Number.NaN);
const anyWords = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom("", "work", "{", "null", "[]"));
const anyYear = fc.integer({ min: 1971, max: 2400 });

interface Tampering {
  time: string;
  count: unknown;
  words: string;
  /** The time on the clock. */
  year: number;
  /** How much older than that a file is, in milliseconds. */
  age: number;
}

const anyTampering: fc.Arbitrary<Tampering> = fc.record({
  time: anyTime,
  count: anyCount,
  words: anyWords,
  year: anyYear,
  age: fc.constantFrom(0, 0, 60_000, -1e12, 1e12),
});

/** Writes its source before each stop, as an attacker would. */
type Source = (place: Workplace, tampering: Tampering) => void;

const SOURCES: Record<string, Source> = {
  "a lock with any text": ({ project }, { words, age }) => writeDated(lockPath(project), words, age),
  "a lock in our form": ({ project }, { words, time, count, age }) =>
    writeDated(
      lockPath(project),
      JSON.stringify({
        goal: words,
        done: words,
        created_at: time,
        max: count,
        ttl_minutes: count,
        all: true,
      }),
      age,
    ),
  "a loop of another tool": (place, { words, time, count }) =>
    place.writeState("loop.json", {
      task: words,
      iteration: 0,
      max_iterations: count,
      last_error: words,
      created_at: time,
    }),
  "a flow of another tool": (place, { words, time, count }) =>
    place.writeState("orchestrator.json", { task: words, complexity: count, phase: words, created_at: time }),
  "a row of a budget": ({ store, project }, { count, age }) => {
    writeDated(lockPath(project), "", age);
    store.run("UPDATE budgets SET first_block_at = ?", [Number(count) || 0]);
  },
  "a row of a lock": ({ store, project }, { words, age }) => {
    writeDated(lockPath(project), "", age);
    store.run("UPDATE locks SET identity = ?, at = ?", [words, age]);
  },
};

function writeDated(path: string, text: string, age: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const time = new Date(Math.max(0, Date.now() - age));
  utimesSync(path, time, time);
}

/** How often a stop was refused in a row, over as many stops as there are manipulations. */
async function countRefusals(place: Workplace, source: Source, tamperings: readonly Tampering[]) {
  let refusals = 0;
  for (const tampering of tamperings) {
    setSystemTime(new Date(Date.UTC(tampering.year, 5)));
    source(place, tampering);
    if ((await place.stop({ stop_hook_active: refusals > 0 })).kind === "refuse") refusals++;
  }
  return refusals;
}

async function clear(place: Workplace): Promise<void> {
  rmSync(`${place.project}/.claude`, { recursive: true, force: true });
  rmSync(place.stateDir, { recursive: true, force: true });
  place.store.run("DELETE FROM budgets");
  setSystemTime();
  await place.prompt("Work.");
}

describe("when Claude does nothing, a stop is refused twice at most", () => {
  test.each(Object.entries(SOURCES))(
    "%s",
    async (_, source) => {
      const place = await makeWorkplace();
      let held = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(anyTampering, { minLength: 4, maxLength: 8 }), async (tamperings) => {
          await clear(place);
          const refusals = await countRefusals(place, source, tamperings);
          held = Math.max(held, refusals);
          expect(refusals).toBeLessThanOrEqual(2);
        }),
        { numRuns: runs(15) },
      );
      // It did hold, so the bound means something.
      expect(held).toBeGreaterThan(0);
    },
    60_000,
  );
});

test("a loop of another tool holds 25 times at most, however much Claude works and whatever its file says", async () => {
  const place = await makeWorkplace();
  let refusals = 0;
  for (let n = 0; n < 40; n++) {
    await place.useTool();
    place.writeState("loop.json", { task: `t${n}`, iteration: 0, max_iterations: 1000, created_at: `${n}` });
    if ((await place.stop({ stop_hook_active: n > 0 })).kind === "refuse") refusals++;
  }
  expect(refusals).toBe(25);
}, 60_000);

describe("for any facts of any gate, at any time", () => {
  test.each(GATES.map((entry) => [entry.id, entry] as const))(
    "%s: the same facts are the same situation",
    async (id, entry) => {
      const gate = await entry.load();
      const anyFacts = await factsOf(id);
      const clocks = fc.tuple(fc.nat(), fc.nat(), fc.nat());
      fc.assert(
        fc.property(anyView(anyEvent()), anyFacts, clocks, (view, facts, times) => {
          if (!entry.events.includes(view.event.name)) return;
          let state = EMPTY_BUDGET_STATE;
          const verdicts = times.map((now) => {
            const findings = gate.judge({ ...view, now }, withOtherTimes(facts, now) as typeof facts);
            const attempt = { now, findings, backgroundWork: false, defaults: { blocks: 6, minutes: 30 } };
            const ruling = ruleOnStop(state, attempt);
            state = ruling.state;
            return ruling.verdict;
          });
          expect(verdicts).not.toEqual(["blocked", "blocked", "blocked"]);
        }),
        { numRuns: runs(150) },
      );
    },
  );
});

/** Changes every time in the facts. Durations stay. */
function withOtherTimes(value: unknown, now: number): unknown {
  if (Array.isArray(value)) return value.map((item) => withOtherTimes(item, now));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === "number" && /(?:_at|[a-z]At)$/.test(key) && key !== "expiresAt"
        ? now
        : withOtherTimes(item, now),
    ]),
  );
}
