import { describe, expect, test } from "bun:test";
import {
  describeFailedStages,
  parseQualityFile,
  renderQualityFile,
} from "../../../../src/gates/quality/state-file.ts";

const FIELDS = {
  session_id: "abc123",
  last_result: "failed",
  stages: {
    correctness: { status: "passed", details: "No syntax errors" },
    quality: { status: "failed", details: "3 type errors\nfound" },
    security: { status: "pending", details: null },
  },
  last_updated: "2026-02-14T12:00:00Z",
};

describe("quality-gate.json", () => {
  test("is read stage by stage [004-11]", () => {
    const quality = parseQualityFile(FIELDS);
    expect(quality.lastResult).toBe("failed");
    expect(Object.entries(quality.stages).map(([name, stage]) => [name, stage.status])).toEqual([
      ["correctness", "passed"],
      ["quality", "failed"],
      ["security", "pending"],
    ]);
    expect(describeFailedStages(quality)).toEqual(["quality: 3 type errors found"]);
  });

  test("is written back with other tools' fields", () => {
    const quality = parseQualityFile(FIELDS);
    const written = renderQualityFile(
      { ...quality, sessionId: "abc123", updatedAt: 0 },
      { ...FIELDS, more: 1 },
    );
    expect(parseQualityFile(written)).toEqual(quality);
    expect(written).toMatchObject({
      more: 1,
      session_id: "abc123",
      last_updated: "1970-01-01T00:00:00.000Z",
    });
  });

  test.each([
    [{ last_result: "great" }],
    [{ last_result: true, stages: [] }],
    [{ stages: { a: null, b: 5, c: { status: "odd" } } }],
  ])("ignores %j", (fields) => {
    expect(parseQualityFile(fields)).toEqual({ lastResult: null, stages: {} });
  });
});
