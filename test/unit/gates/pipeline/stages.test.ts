import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { matchesAgent } from "../../../../src/gates/engine/subagent-rules.ts";
import type { StageReport } from "../../../../src/gates/pipeline/rows.ts";
import {
  chooseStage,
  listStages,
  type PipelineStage,
  stageStates,
} from "../../../../src/gates/pipeline/stages.ts";
import { makeReport } from "../../../helpers/pipeline-reports.ts";

const stage = (name: string, requires: string[] = [], match = name): PipelineStage => ({
  stage: name,
  match,
  requires,
  verify: "",
});
const STAGES = [stage("design"), stage("build", ["design"]), stage("review", ["build"])];
const statesOf = (reports: StageReport[], stages = STAGES) =>
  stageStates(stages, reports).map(({ state, unmet }) => [state, unmet.join()]);

describe("the type of a subagent", () => {
  test.each([
    ["*", "anything", true],
    ["builder", "Builder", true],
    ["builder", "rebuilder", false],
    ["general-*", "general-purpose", true],
    ["planner | Plan", "plan", true],
    ["my-plugin:*", "my-plugin:reviewer", true],
    ["a.c", "abc", false],
    ["(", "(", true],
    ["", "anything", false],
    ["|", "", false],
  ])("%j and %j: %p", (pattern, type, expected) => {
    expect(matchesAgent(pattern, type)).toBe(expected);
  });

  test("matches any pattern without failing, and one made of the type itself matches", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (pattern, type) => {
        expect(typeof matchesAgent(pattern, type)).toBe("boolean");
        if (type.trim() === type && type !== "" && !type.includes("|"))
          expect(matchesAgent(type, type)).toBe(true);
      }),
    );
  });
});

describe("stages", () => {
  test("can only require earlier ones, and are unique", () => {
    const { stages, problems } = listStages([stage("a", ["b"]), stage("b", ["a", "c"]), stage("a")]);
    expect(stages.map(({ requires }) => requires)).toEqual([[], ["a"]]);
    expect(problems).toHaveLength(3);
  });

  test("are finished by successful reports and wait for what they require", () => {
    expect(statesOf([])).toEqual([
      ["open", ""],
      ["open", "design"],
      ["open", "build"],
    ]);
    expect(statesOf([makeReport({ stage: "design" })])).toEqual([
      ["finished", ""],
      ["open", ""],
      ["open", "build"],
    ]);
  });

  test.each([
    ["a report without proof counts", [makeReport({ result: "unproven" })], "finished"],
    ["a failed one does not", [makeReport({ result: "failed" })], "failed"],
    ["nor does an early one", [makeReport({ result: "early" })], "failed"],
    [
      "nor does one that still runs",
      [makeReport(), makeReport({ agentId: "b", result: "running" })],
      "running",
    ],
    [
      "a later attempt replaces an earlier one",
      [makeReport({ result: "failed", finishedAt: 10 }), makeReport({ agentId: "b", finishedAt: 20 })],
      "finished",
    ],
    [
      "in any order",
      [makeReport({ agentId: "b", finishedAt: 20 }), makeReport({ result: "failed", finishedAt: 10 })],
      "finished",
    ],
    ["two of three chunks are not all", chunks("1", "2"), "open"],
    ["three of three are", chunks("1", "2", "3"), "finished"],
    ["one chunk done twice is one", chunks("1", "1", "1"), "open"],
  ])("%s", (_name, reports, expected) => {
    expect(stageStates([stage("design")], reports)[0]?.state).toBe(expected as "open");
  });

  test("are chosen by name in the prompt, else the next one", () => {
    const all = STAGES.map((one) => ({ ...one, match: "*" }));
    const after = (...done: string[]) =>
      stageStates(
        all,
        done.map((name) => makeReport({ stage: name, agentId: name })),
      );
    expect(chooseStage(after(), "x", null)?.stage).toBe("design");
    expect(chooseStage(after("design"), "x", null)?.stage).toBe("build");
    expect(chooseStage(after("design"), "x", "Review")?.stage).toBe("review");
    expect(chooseStage(after("design"), "x", "no such stage")?.stage).toBe("build");
    expect(chooseStage(after("design", "build", "review"), "x", null)?.stage).toBe("review");
    expect(chooseStage(stageStates(STAGES, []), "stranger", null)).toBeNull();
  });

  test("are finished only with all chunks, and name the requirements that are not finished", () => {
    const report = fc.record({
      stage: fc.constantFrom("design", "build", "review"),
      agentId: fc.constantFrom("a", "b", "c"),
      chunk: fc.option(fc.constantFrom("1", "2")),
      chunks: fc.option(fc.integer({ min: 1, max: 3 })),
      result: fc.constantFrom("running" as const, "passed" as const, "failed" as const, "early" as const),
      finishedAt: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(report, { maxLength: 8 }), (given) => {
        const states = stageStates(STAGES, given.map(makeReport));
        const finished = states.filter(({ state }) => state === "finished");
        for (const { done, chunks } of finished) expect(done).toBeGreaterThanOrEqual(chunks ?? 1);
        const names = finished.map(({ stage }) => stage);
        for (const { unmet, requires } of states)
          expect(unmet).toEqual(requires.filter((name) => !names.includes(name)));
      }),
    );
  });
});

function chunks(...names: string[]): StageReport[] {
  return names.map((chunk, index) =>
    makeReport({ agentId: `a${index}`, chunk, chunks: 3, finishedAt: index }),
  );
}
