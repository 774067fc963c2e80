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
  sentKey: "s",
  wasSent: false,
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

  test("names stage, command, exit code, the telling lines and the log", () => {
    expect(judgeOne({})?.reason).toBe(
      "Stage lint: `npm run lint` (exit code 1) failed:\na.ts:1: error: x\nFull output: /logs/1.log\nFix that and stop again: the check then runs by itself.",
    );
  });

  test("says a failure that was sent before in one line and the log", () => {
    expect(judgeOne({ wasSent: true })?.reason).toBe(
      "Stage lint: `npm run lint` (exit code 1) fails in the same way as before.\nFull output: /logs/1.log",
    );
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
