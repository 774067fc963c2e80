import { describe, expect, test } from "bun:test";
import { type FailedCheck, judgeQuality, type QualityFacts } from "../../../../src/gates/quality/judge.ts";
import { makeView } from "../../../helpers/stops.ts";

const FAILURE: FailedCheck = {
  stage: "lint",
  command: "npm run lint",
  outcome: "failed",
  exitCode: 1,
  excerpt: "a.ts:1: error: x",
  logPath: "/logs/1.log",
  fingerprint: "quality:lint:1:2",
  holdsOnTimeout: false,
  baseline: "passed",
  startKey: "k",
};

const NOTHING: QualityFacts = { file: null, refused: null, failures: [], treeMark: "m", toolCalls: 0 };
const judge = (given: Partial<QualityFacts>) => judgeQuality(makeView(), { ...NOTHING, ...given });
const judgeOne = (given: Partial<FailedCheck>) => judge({ failures: [{ ...FAILURE, ...given }] })[0];

describe("the quality gate", () => {
  test.each<[Partial<FailedCheck>, "block" | "advise"]>([
    [{}, "block"],
    [{ baseline: "unknown" }, "block"],
    [{ baseline: "held" }, "advise"],
    [{ baseline: "failed" }, "advise"],
    [{ outcome: "missing", exitCode: 127 }, "advise"],
    [{ outcome: "killed", exitCode: null }, "advise"],
    [{ outcome: "timeout", exitCode: null }, "advise"],
    [{ outcome: "timeout", exitCode: null, holdsOnTimeout: true }, "block"],
    [{ outcome: "timeout", exitCode: null, holdsOnTimeout: true, baseline: "failed" }, "advise"],
  ])("on %j: %s", (given, severity) => {
    expect(judgeOne(given)?.severity).toBe(severity);
  });

  test("names stage, command, exit code and what to do, then the errors and the log", () => {
    expect(judgeOne({})?.reason.split("\n")).toEqual([
      expect.stringMatching(/^Stage lint: `npm run lint` \(exit code 1\) fails\. Fix that/),
      "a.ts:1: error: x",
      "Full output: /logs/1.log",
    ]);
    expect(judgeOne({})?.again).toContain("still fails in the same way");
    expect(judgeOne({})?.summary).toContain("`npm run lint` (exit code 1) fails: a.ts:1: error: x");
  });

  test("what held once and only advises now is said anew", () => {
    expect(judgeOne({ baseline: "failed" })?.fingerprint).not.toBe(FAILURE.fingerprint);
  });

  test("a project without trust is advice of its own", () => {
    expect(judge({ refused: "untrusted" })).toMatchObject([
      { severity: "advise", reason: expect.stringContaining("holdfast trust") },
    ]);
  });

  test("another tool's file is taken at its word", () => {
    const file = {
      lastResult: "failed" as const,
      stages: { lint: { status: "failed" as const, details: "x" } },
    };
    expect(judge({ file })).toMatchObject([
      { severity: "block", reason: expect.stringContaining("lint: x") },
    ]);
    expect(judge({ file: { ...file, lastResult: "passed" } })).toEqual([]);
  });
});
