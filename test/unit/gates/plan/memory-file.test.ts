import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parsePlan } from "../../../../src/gates/markdown/parse-plan.ts";
import {
  describeSession,
  isInProgress,
  isSameNote,
  putBlock,
  readBlock,
  withoutBlock,
} from "../../../../src/gates/plan/memory-file.ts";
import { planState } from "../../../../src/gates/plan/plan-state.ts";

describe("the status in MEMORY.md", () => {
  test.each([
    "status: in-progress",
    "---\nstatus: in_progress\n---\n",
    "**Status**: In Progress",
    "**Status:** In progress (phase 2)",
    "- Status: `in-progress`",
    "## Status\n\nIn Progress\n",
    "## Current status\n🚧 in-progress",
  ])("%j is in progress", (text) => {
    expect(isInProgress(text)).toBe(true);
  });

  test.each([
    "",
    "status: complete",
    "Status: not started",
    "We are in progress.",
    "## Status\nDone, was in-progress",
  ])("%j is not in progress", (text) => {
    expect(isInProgress(text)).toBe(false);
  });

  test("is not read from our own block", () => {
    expect(isInProgress(putBlock("# Memory\n", ["status: in-progress"]))).toBe(false);
  });
});

describe("our block", () => {
  test("is put at the end, then replaced, and everything else stays byte for byte", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes("holdfast:")),
        fc.string(),
        (memory, tail) => {
          const once = putBlock(memory, ["one"]);
          expect(once.startsWith(memory)).toBe(true);
          const after = `${once}${tail.replaceAll("holdfast:", "")}`;
          const twice = putBlock(after, ["two", "three"]);
          expect(readBlock(twice)).toEqual(["two", "three"]);
          expect(withoutBlock(twice)).toBe(withoutBlock(after));
        },
      ),
    );
  });

  test("keeps Windows line endings", () => {
    expect(putBlock("a\r\nb\r\n", ["one"])).toBe(
      "a\r\nb\r\n\r\n<!-- holdfast:begin -->\r\none\r\n<!-- holdfast:end -->\r\n",
    );
  });

  test("says briefly what the session did and what is open", () => {
    const state = planState(parsePlan(`- [x] a\n${"- [ ] an item -->\n".repeat(20)}`), []);
    const lines = describeSession({
      sessionId: "s1",
      at: 0,
      state,
      finished: ["a"],
      checks: ["`npm test` passed"],
    });
    expect(lines.slice(0, 4)).toEqual([
      "Last session: s1 (1970-01-01)",
      "Plan: in progress, 20 of 21 open",
      "Finished in it:",
      "- a",
    ]);
    expect(lines).toContain("- and 14 more");
    expect(lines.join("\n")).not.toContain("-->");
    expect(lines.join("\n").length).toBeLessThan(1500);
  });

  test("with another date but the same content is the same note", () => {
    const state = planState(parsePlan("- [x] a\n"), []);
    const on = (at: number) => describeSession({ sessionId: "s1", at, state, finished: [], checks: [] });
    expect(isSameNote(on(0), on(9e8))).toBe(true);
    expect(isSameNote(null, on(0))).toBe(false);
    expect(on(0)[1]).toBe("Plan: complete");
  });
});
