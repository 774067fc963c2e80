import { describe, expect, test } from "bun:test";
import { isOldFailure } from "../../../../src/text/output/fingerprint-output.ts";

const BEFORE = [
  "src/a.ts:10:3: error: 'x' is never used",
  "src/a.ts:20:3: error: 'y' is never used",
  "src/b.ts(4,1): error TS1005: expected 3 arguments",
  "✖ 3 problems (3 errors, 0 warnings)",
].join("\n");

describe("an earlier complaint of a check", () => {
  test.each([
    ["is old if unchanged", (text: string) => text],
    [
      "is old when lines have moved",
      (text: string) => text.replace("10:3", "12:5").replace("(4,1)", "(9,1)"),
    ],
    [
      "is old when some of it was fixed",
      (text: string) =>
        text.replace(/^.*'y'.*\n/m, "").replace("3 problems (3 errors", "2 problems (2 errors"),
    ],
    ["is old in another order", (text: string) => text.split("\n").toReversed().join("\n")],
  ])("%s", (_name, change) => {
    expect(isOldFailure(change(BEFORE), BEFORE, ["/p"])).toBe(true);
  });

  test.each([
    ["one more of the same kind", (text: string) => `src/a.ts:30:3: error: 'x' is never used\n${text}`],
    ["another name", (text: string) => text.replace("'y'", "'z'")],
    ["another file", (text: string) => text.replace("src/b.ts", "src/c.ts")],
    ["another number in the message", (text: string) => text.replace("expected 3", "expected 4")],
    ["something else beside it", (text: string) => `${text}\nerror: out of memory`],
    ["nothing at all", () => ""],
    ["truncated", (text: string) => `${text}\n[… 12 bytes left out …]\n`],
  ])("is not %s", (_name, change) => {
    expect(isOldFailure(change(BEFORE), BEFORE, ["/p"])).toBe(false);
  });

  test("is recognised in the project's own folder and by bare names", () => {
    expect(isOldFailure("/p/src/a.ts:1: error: no", "src/a.ts:2: error: no", ["/p"])).toBe(true);
  });
});
