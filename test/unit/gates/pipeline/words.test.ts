import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readChunk, readStage, saysFailed } from "../../../../src/gates/engine/subagent-rules.ts";
import { concurrentReports, describeForSubagent, summarise } from "../../../../src/gates/pipeline/gather.ts";
import type { StageReport } from "../../../../src/gates/pipeline/rows.ts";
import { stageStates } from "../../../../src/gates/pipeline/stages.ts";
import { makeReport } from "../../../helpers/pipeline-reports.ts";

describe("the lines of a prompt or a report", () => {
  test.each([
    ["Build it.\nchunk: 2/3\nNow.", { name: "2", of: 3 }],
    ["Chunk: #2 of 3", { name: "2", of: 3 }],
    ["- **chunk:** the API layer", { name: "the API layer", of: null }],
    ["chunk: `api`", { name: "api", of: null }],
    ["chunk: 5/0", { name: "5", of: null }],
    ["Build the API (chunk: 1/2) with care.", { name: "1", of: 2 }],
    ["Your part is **chunk: 2 of 3**.", { name: "2", of: 3 }],
    ["First chunk: 1/2.\nchunk: api", { name: "api", of: null }],
    ["a chunk: 2", null],
    ["about the chunk: all of it", null],
    ["chunk:", null],
    ["", null],
  ])("%j names the chunk %j", (text, expected) => {
    expect(readChunk(text)).toEqual(expected);
  });

  test("the prompt's chunk takes precedence over the report's", () => {
    expect(readChunk("chunk: 1", "chunk: 2")?.name).toBe("1");
    expect(readChunk("do it", "chunk: 2")?.name).toBe("2");
  });

  test("name a stage, and say when something failed", () => {
    expect(readStage("Do it.\nstage: build")).toBe("build");
    expect(readStage("the stage is set")).toBeNull();
    expect(saysFailed("Tried.\n\nResult: failed, no disk")).toBe(true);
    expect(saysFailed("**Status:** blocked")).toBe(true);
    expect(saysFailed("Result: passed\nOne test failed before.")).toBe(false);
  });

  test("can be read from any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect([readChunk(text)?.name ?? "", readStage(text) ?? ""].every((name) => name.length <= 80)).toBe(
          true,
        );
      }),
    );
  });
});

const STAGES = [
  { stage: "design", match: "*", requires: [], verify: "" },
  { stage: "build", match: "*", requires: ["design"], verify: "npm test" },
];
const describeForBuilder = (reports: StageReport[]) => {
  const states = stageStates(STAGES, reports);
  return states[1] ? describeForSubagent(states[1], states) : null;
};

describe("the context given to a subagent", () => {
  test("is empty when its stage needs nothing and runs nothing", () => {
    const [first] = stageStates(STAGES, []);
    expect(first && describeForSubagent(first, [])).toBeNull();
  });

  test("has each successful report with its files, and the command it is judged by", () => {
    const told = describeForBuilder([makeReport({ report: "Two parts.", files: ["docs/d.md"] })]);
    expect(told).toContain("`npm test` is run");
    expect(told).toContain("design (planner): passed\nFiles: docs/d.md\nTwo parts.");
  });

  test("says when it is too early", () => {
    expect(describeForBuilder([])).toContain("requires design, which is not finished yet");
    const [design, build] = STAGES.map((stage) => ({ ...stage, requires: [] }));
    const last = { stage: "ship", match: "*", requires: ["design", "build"], verify: "" };
    const states = design && build ? stageStates([design, build, last], []) : [];
    expect(states[2] && describeForSubagent(states[2], states)).toContain(
      "requires design, build, which are not finished yet",
    );
  });

  test("stays small, however much was reported", () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      makeReport({ agentId: `a${index}`, chunk: String(index), report: "word ".repeat(1600) }),
    );
    const told = describeForBuilder(many) ?? "";
    expect(told.length).toBeLessThanOrEqual(6000);
    expect(told).toContain("chunk 20");
  });
});

describe("a summary", () => {
  test("covers those that worked at the same time", () => {
    const a = makeReport({ agentId: "a", startedAt: 0, finishedAt: 10 });
    const b = makeReport({ agentId: "b", startedAt: 5, finishedAt: 20 });
    const c = makeReport({ agentId: "c", startedAt: 20, finishedAt: 30 });
    expect(concurrentReports([a, b, c], [a, b, c])).toEqual([a, b]);
    expect(concurrentReports([a], [a])).toEqual([]);
  });

  test("has one line for each and names what several of them changed", () => {
    const text = summarise([
      makeReport({ chunk: "1", chunks: 2, files: ["a.ts", "b.ts"], report: "\nFirst line.\nMore." }),
      makeReport({
        agentId: "b",
        chunk: "2",
        chunks: 2,
        files: ["b.ts"],
        result: "failed",
        error: "npm test: 1 failed",
      }),
    ]);
    expect(text).toBe(
      [
        "2 subagents worked side by side:",
        "- design, chunk 1/2 (planner): passed; a.ts, b.ts; First line.",
        "- design, chunk 2/2 (planner): failed; b.ts; npm test: 1 failed",
        "Changed by several of them: b.ts.",
      ].join("\n"),
    );
  });

  test("stays small", () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      makeReport({ agentId: `${index}`, report: "x".repeat(900) }),
    );
    expect(summarise(many).length).toBeLessThanOrEqual(2000);
  });
});
