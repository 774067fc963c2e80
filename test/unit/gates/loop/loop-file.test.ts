import { describe, expect, test } from "bun:test";
import type { LoopRow } from "../../../../src/gates/loop/rows.ts";
import { parseLoopFile, renderLoopFile } from "../../../../src/gates/loop/state-file.ts";

const WRITTEN: LoopRow = {
  session_id: "s1",
  project_dir: "/project",
  task: "fix type errors",
  iteration: 5,
  max_iterations: 25,
  max_minutes: 240,
  resumes: 0,
  validation_result: "failed",
  last_error: "src/auth.ts:42",
  status: "active",
  why: null,
  file_key: null,
  started_by: "claude",
  verify: "npm test",
  promise: null,
  created_at: Date.UTC(2026, 1, 14, 10),
  updated_at: Date.UTC(2026, 1, 14, 12),
};

describe("loop.json", () => {
  test("is written with the fields that other tools know", () => {
    expect(renderLoopFile(WRITTEN)).toMatchObject({
      session_id: "s1",
      task: "fix type errors",
      iteration: 5,
      max_iterations: 25,
      validation_result: "failed",
      last_error: "src/auth.ts:42",
      verified_done: false,
      created_at: "2026-02-14T10:00:00.000Z",
      last_updated: "2026-02-14T12:00:00.000Z",
    });
  });

  test("keeps other tools' fields, and ours win", () => {
    const fields = renderLoopFile(WRITTEN, { extra: { a: 1 }, iteration: 99, verified_done: true });
    expect(fields).toMatchObject({ extra: { a: 1 }, iteration: 5, verified_done: false });
  });

  test("reads back what it wrote", () => {
    expect(parseLoopFile(renderLoopFile(WRITTEN))).toEqual({
      task: "fix type errors",
      iteration: 5,
      maxIterations: 25,
      lastError: "src/auth.ts:42",
      verifiedDone: false,
      createdAt: "2026-02-14T10:00:00.000Z",
      key: expect.any(String),
    });
  });

  test.each([
    ["nothing", {}, { iteration: 0, maxIterations: 25, verifiedDone: false, task: "" }],
    ["a text that says true", { verified_done: "true" }, { verifiedDone: false }],
    ["a number that says true", { verified_done: 1 }, { verifiedDone: false }],
    ["a negative iteration", { iteration: -5 }, { iteration: 0 }],
    ["a missing number", { iteration: "3", max_iterations: null }, { iteration: 0, maxIterations: 25 }],
    ["an infinite maximum", { max_iterations: 1e300 }, { maxIterations: 1000 }],
    ["a broken number", { max_iterations: Number.NaN }, { maxIterations: 25 }],
    ["a task of several lines", { task: "a\n\u0007b\tc" }, { task: "a b c" }],
    ["a task that is a list", { task: ["a"] }, { task: "" }],
  ])("reads %s correctly", (_, fields, expected) => {
    expect(parseLoopFile(fields)).toMatchObject(expected);
  });
});
