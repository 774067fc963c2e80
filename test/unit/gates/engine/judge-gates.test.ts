import { describe, expect, test } from "bun:test";
import { ruleOnStop } from "../../../../src/gates/engine/budget.ts";
import {
  currentBudget,
  EMPTY_BUDGET_STATE,
  openBudget,
  saveBudgetState,
} from "../../../../src/gates/engine/budget-rows.ts";
import type { Finding, Gate } from "../../../../src/gates/engine/gate.ts";
import { judgeGates } from "../../../../src/gates/engine/judge-gates.ts";
import type { StopContext } from "../../../../src/gates/engine/stop-context.ts";
import type { GateEntry } from "../../../../src/gates/registry.ts";
import { readFaults } from "../../../../src/store/fault-log.ts";
import { makeFinding } from "../../../helpers/findings.ts";
import { makeStopContext } from "../../../helpers/stops.ts";

function makeEntry(
  id: string,
  gate: Partial<Gate<unknown>> = {},
  step: GateEntry["step"] = "declared",
  more: Partial<GateEntry> = {},
): GateEntry {
  const judge = (): Finding[] => [makeFinding({ gate: id, severity: "advise" })];
  const whole: Gate<unknown> = { id, gather: async () => ({}), judge, ...gate };
  return { id, events: ["Stop"], step, mayBeDue: () => true, load: async () => whole, ...more };
}

const fail = () => {
  throw new Error("a bug");
};
const holds = { judge: () => [makeFinding({ gate: "holds" })] };

async function ask(...entries: GateEntry[]) {
  return askAt(await makeStopContext(), ...entries);
}

async function askAt(stop: StopContext, ...entries: GateEntry[]) {
  const { judged, failed } = await judgeGates(stop, entries);
  const faults = (await readFaults(stop.env, 0)).map(({ part }) => part);
  return {
    judged: judged.map(({ gate }) => gate.id),
    found: stop.findings.map(({ gate }) => gate),
    failed,
    faults,
  };
}

describe("asking the gates", () => {
  test.each(["declared", "changes"] as const)(
    "a gate that fails does not silence the others (%s)",
    async (step) => {
      const good = makeEntry("good", {}, step);
      for (const broken of [
        makeEntry("broken", { judge: fail }, step),
        makeEntry("broken", { gather: fail }, step),
      ])
        for (const entries of [
          [broken, good],
          [good, broken],
        ])
          expect(await ask(...entries)).toMatchObject({
            found: ["good"],
            failed: true,
            faults: ["gate:broken"],
          });
    },
  );

  test("changes are not examined while declared work holds, and the last step is skipped", async () => {
    const rest = [makeEntry("changes", {}, "changes"), makeEntry("last", {}, "last")];
    expect(await ask(makeEntry("holds", holds), makeEntry("beside"), ...rest)).toMatchObject({
      judged: ["holds", "beside"],
    });
    expect(await ask(makeEntry("advises"), ...rest)).toMatchObject({
      judged: ["advises", "changes", "last"],
    });
    expect(await ask(makeEntry("holds", holds, "changes"), ...rest)).toMatchObject({
      judged: ["holds", "changes"],
    });
  });

  describe("while declared work holds", () => {
    const gathered = (how: string) => async () => ({ how });
    const asSaid: Gate<unknown>["judge"] = (_stop, facts) => [
      makeFinding({ gate: "checks", code: (facts as { how: string }).how, severity: "advise" }),
    ];
    const checks = (more: Partial<GateEntry> = { checksBesideWork: () => true }) =>
      makeEntry(
        "checks",
        { gather: gathered("all"), gatherBesideWork: gathered("quick"), judge: asSaid },
        "changes",
        more,
      );
    const lock = makeEntry("holds", holds);
    const codes = ({ findings }: StopContext) => findings.map(({ gate, code }) => `${gate} ${code}`);

    test("quick checks run, and only those", async () => {
      const stop = await makeStopContext();
      const rest = [makeEntry("slow", {}, "changes"), makeEntry("last", {}, "last")];
      expect((await askAt(stop, lock, checks(), ...rest)).judged).toEqual(["holds", "checks"]);
      expect(codes(stop)).toContain("checks quick");
      expect((await ask(lock, checks({ checksBesideWork: () => false }))).judged).toEqual(["holds"]);
    });

    test("all checks on the changes run before the stop is released", async () => {
      const stop = await makeStopContext();
      const [finding] = holds.judge();
      const budget = openBudget(stop.store, "s1", "main", stop.now);
      const input = {
        now: stop.now,
        findings: [finding],
        backgroundWork: false,
        defaults: stop.config.budget,
      };
      const twice = [1, 2].reduce((state) => ruleOnStop(state, input as never).state, EMPTY_BUDGET_STATE);
      saveBudgetState(stop.store, budget.id, twice);
      stop.budget = currentBudget(stop.store, "s1", "main");
      const judged = await askAt(
        stop,
        lock,
        checks(),
        makeEntry("slow", {}, "changes"),
        makeEntry("last", {}, "last"),
      );
      expect(judged.judged).toEqual(["holds", "checks", "slow"]);
      expect(codes(stop)).toContain("checks all");
    });

    test("nothing more is asked when the next step is the user's", async () => {
      const asks = makeEntry("asks", { judge: () => [makeFinding({ gate: "asks", needsUser: true })] });
      expect((await ask(asks, checks())).judged).toEqual(["asks"]);
    });

    test("a quick check that fails does not silence what holds", async () => {
      const broken = makeEntry("broken", { gatherBesideWork: fail }, "changes", {
        checksBesideWork: () => true,
      });
      expect(await ask(lock, broken)).toMatchObject({
        found: ["holds"],
        failed: true,
        faults: ["gate:broken"],
      });
    });
  });

  test("a gate of declared work sees the findings of the gates before it", async () => {
    const seen: string[][] = [];
    const look: Partial<Gate<unknown>> = {
      gather: async ({ findings }) => {
        seen.push(findings.map(({ gate }) => gate));
        return {};
      },
    };
    await ask(makeEntry("first", look), makeEntry("second", look));
    expect(seen).toEqual([[], ["first"]]);
  });

  test("a gate without facts is not asked to judge", async () => {
    expect(await ask(makeEntry("idle", { gather: async () => null, judge: fail }))).toMatchObject({
      found: [],
      failed: false,
    });
  });
});
