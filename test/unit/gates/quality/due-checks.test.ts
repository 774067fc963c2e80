import { describe, expect, test } from "bun:test";
import type { Check, Stage } from "../../../../src/gates/commands/check.ts";
import { runStages } from "../../../../src/gates/quality/due-checks.ts";
import { judgeFailureAge } from "../../../../src/gates/quality/failure-age.ts";
import { summarise } from "../../../../src/gates/quality/state-file.ts";
import { makeCheck } from "../../../helpers/checks.ts";

const stage = (name: string, ...runs: string[]): Stage => ({
  name,
  checks: runs.map((run) => makeCheck(name, run)),
});
const said = (outcome: string) => ({ outcome, telling: "why", command: "c" });

describe("running stages", () => {
  test("keeps the order of the config and never exceeds the allowed parallelism", async () => {
    let [running, most] = [0, 0];
    const ran = await runStages(
      [stage("one", "a", "b", "c", "d"), stage("two", "e")],
      async ({ run }) => {
        most = Math.max(most, ++running);
        await Bun.sleep(run === "a" ? 8 : 2);
        running--;
        return said("passed");
      },
      2,
    );
    expect(ran.map(({ check: { run } }) => run)).toEqual(["a", "b", "c", "d", "e"]);
    expect(most).toBe(2);
  });

  test.each([
    ["failed", "advise", ["a", "b"]],
    ["timeout", "block", ["a", "b"]],
    ["timeout", "advise", ["a", "b", "c"]],
    ["missing", "advise", ["a", "b", "c"]],
    ["killed", "advise", ["a", "b", "c"]],
  ] as const)(
    "after a check that is %s (onTimeout %s) goes as far as it should",
    async (outcome, onTimeout, expected) => {
      const stages = [
        { name: "one", checks: [makeCheck("one", "a", { onTimeout }), makeCheck("one", "b")] },
        stage("two", "c"),
      ];
      const ran = await runStages(stages, async ({ run }) => said(run === "a" ? outcome : "passed"), 1);
      expect(ran.map(({ check: { run } }) => run)).toEqual([...expected]);
    },
  );

  test("ends when there is no time left", async () => {
    const ran = await runStages([stage("one", "a"), stage("two", "b")], async () => undefined, 2);
    expect(ran).toHaveLength(1);
  });
});

describe("the summary", () => {
  const stages = [stage("one", "a", "b"), stage("two", "c")];
  const ran = (...outcomes: (string | undefined)[]) =>
    outcomes.map((outcome, index) => ({
      check: [...(stages[0]?.checks ?? []), ...(stages[1]?.checks ?? [])][index] as Check,
      result: outcome === undefined ? undefined : said(outcome),
    }));

  test.each([
    [["passed", "passed", "passed"], "passed", "passed", "passed"],
    [["passed", "failed"], "failed", "failed", "pending"],
    [["passed", "missing", "passed"], "pending", "pending", "passed"],
    [["passed", undefined], "pending", "pending", "pending"],
    [[], "pending", "pending", "pending"],
  ])("of %j is %s", (outcomes, last, one, two) => {
    const sum = summarise(stages, ran(...(outcomes as string[])));
    expect([sum.lastResult, sum.stages.one?.status, sum.stages.two?.status]).toEqual([
      last,
      one,
      two,
    ] as never);
  });

  test("keeps the earlier result of a stage that was not checked", () => {
    const before = { two: { status: "passed" as const, details: null } };
    expect(summarise(stages, ran("passed", "passed"), before).stages.two).toEqual(before.two);
  });
});

describe("a failure that was", () => {
  test.each([
    ["the same at the start is old", { atStart: "failed", isSame: true, isInOwnFiles: true }, "old"],
    ["none at the start is new", { atStart: "passed", hasHeld: true }, "new"],
    ["another one at the start is unclear", { atStart: "failed" }, "unclear"],
    ["a timeout at the start is unclear", { atStart: "timeout" }, "unclear"],
    [
      "another one at the start is new in files of the session",
      { atStart: "failed", isInOwnFiles: true, hasHeld: true },
      "new",
    ],
    ["another one at the start holds once", { atStart: "failed", hasHeld: true }, "held"],
    ["not checked yet is unknown", { atStart: null, isInOwnFiles: true }, "unknown"],
    ["not checked yet holds once", { atStart: null, hasHeld: true }, "held"],
  ] as const)("%s", (_name, evidence, expected) => {
    expect(judgeFailureAge({ isSame: false, isInOwnFiles: false, hasHeld: false, ...evidence })).toBe(
      expected,
    );
  });
});
