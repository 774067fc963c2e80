import { describe, expect, test } from "bun:test";
import { type FailedCheck, judgeQuality, type QualityFacts } from "../../../../src/gates/quality/judge.ts";
import { makeView } from "../../../helpers/stops.ts";

const FAILURE: FailedCheck = {
  stage: "lint",
  command: "npm run lint",
  outcome: "failed",
  exitCode: 1,
  excerpt: "a.ts:1: error: x",
  error: "a.ts:1: error: x",
  logPath: "/logs/1.log",
  fingerprint: "quality:lint:1:2",
  holdsOnTimeout: false,
  age: "new",
  others: null,
  startKey: "k",
};

const NOTHING: QualityFacts = {
  file: null,
  refused: null,
  failures: [],
  reused: [],
  treeFingerprint: "m",
  toolCalls: 0,
};
const judge = (given: Partial<QualityFacts>) => judgeQuality(makeView(), { ...NOTHING, ...given });
const judgeOne = (given: Partial<FailedCheck>) => judge({ failures: [{ ...FAILURE, ...given }] })[0];

describe("the quality gate", () => {
  test.each<[Partial<FailedCheck>, "block" | "advise"]>([
    [{}, "block"],
    [{ age: "unknown" }, "block"],
    [{ age: "unclear" }, "block"],
    [{ age: "held" }, "advise"],
    [{ age: "old" }, "advise"],
    [{ others: [{ path: "b.ts", sessionId: null }] }, "advise"],
    [{ outcome: "missing", exitCode: 127 }, "advise"],
    [{ outcome: "killed", exitCode: null }, "advise"],
    [{ outcome: "timeout", exitCode: null }, "advise"],
    [{ outcome: "timeout", exitCode: null, holdsOnTimeout: true }, "block"],
    [{ outcome: "timeout", exitCode: null, holdsOnTimeout: true, age: "old" }, "advise"],
  ])("on %j: %s", (given, severity) => {
    expect(judgeOne(given)?.severity).toBe(severity);
  });

  test.each(["unknown", "unclear"] as const)("of an %s age is not simply to be fixed", (age) => {
    const reason = judgeOne({ age })?.reason;
    expect(reason).toContain("If this failed before your change, say so and stop.");
    expect(reason).not.toContain("fails. Fix it");
  });

  test("names stage, command, exit code and what to do, then the errors and the log", () => {
    expect(judgeOne({})?.reason.split("\n")).toEqual([
      expect.stringMatching(/^Stage lint: `npm run lint` \(exit code 1\) fails\. Fix it/),
      "a.ts:1: error: x",
      "Full output: /logs/1.log",
    ]);
    expect(judgeOne({})?.again).toContain("still fails in the same way");
    expect(judgeOne({})?.label).toBe("npm run lint red");
    expect(judgeOne({})?.summary).toContain("`npm run lint` (exit code 1) fails: a.ts:1: error: x");
  });

  test("shows advice again for what held before", () => {
    expect(judgeOne({ age: "old" })?.fingerprint).not.toBe(FAILURE.fingerprint);
  });

  test("says whose files a failure is in, and what it cannot tell", () => {
    const others = [
      { path: "b.ts", sessionId: "1a2b3c4d-0000" },
      { path: "c.ts", sessionId: null },
    ];
    const reason = judgeOne({ others })?.reason ?? "";
    expect(reason).toContain("b.ts (changed by session 1a2b3c4d), c.ts (changed by you, or another program)");
    expect(judgeOne({ age: "held" })?.reason).toContain("cannot tell whether this is new");
  });

  test("records an earlier pass without reporting it", () => {
    const reused = [{ stage: "tests", command: "npm test", at: 0, durationMs: 41_000 }];
    expect(judge({ reused })).toMatchObject([
      { severity: "advise", isSilent: true, reason: expect.stringMatching(/`npm test` passed .*41 s/) },
    ]);
  });

  test("gives separate advice for an untrusted project", () => {
    expect(judge({ refused: "untrusted" })).toMatchObject([
      { severity: "advise", reason: expect.stringContaining("holdfast trust") },
    ]);
  });

  test("believes another tool's file", () => {
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
