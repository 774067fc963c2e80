import { expect, test } from "bun:test";
import fc from "fast-check";
import { renderDiff } from "../../../src/install/render-diff.ts";

const plain = (text: string) => text;
const style = { bold: plain, red: plain, green: plain, cyan: plain, dim: plain };
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

test("a diff shows changes with three lines around them, in hunks", () => {
  const before = `${numbers(1, 30).join("\n")}\n`;
  const after = before.replace("\n5\n", "\n5\nfive\n").replace("\n20\n", "\n");
  expect(renderDiff("s.json", before, after, style)).toEqual([
    "--- s.json",
    "+++ s.json",
    "@@ -3,6 +3,7 @@",
    ...[" 3", " 4", " 5", "+five", " 6", " 7", " 8"],
    "@@ -17,7 +18,6 @@",
    ...[" 17", " 18", " 19", "-20", " 21", " 22", " 23"],
  ]);
});

test("a file that is added or removed is compared with /dev/null", () => {
  expect(renderDiff("s", null, "a\n", style)).toEqual(["--- /dev/null", "+++ s", "@@ -0,0 +1,1 @@", "+a"]);
  expect(renderDiff("s", "a", null, style)).toEqual(["--- s", "+++ /dev/null", "@@ -1,1 +0,0 @@", "-a"]);
  expect(renderDiff("s", "a", "a", style)).toEqual([]);
});

test("the lines of both texts can be read from the diff, and it is as short as possible", () => {
  // So few lines that all of them are near a change.
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 });
  const text = (parts: string[]) => parts.map((line) => `${line}\n`).join("");
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      fc.pre(text(before) !== text(after));
      const [, , , ...diff] = renderDiff("s", text(before), text(after), style);
      const side = (...signs: string[]) =>
        diff.filter((line) => signs.includes(line.charAt(0))).map((line) => line.slice(1));
      expect(side(" ", "-")).toEqual(before);
      expect(side(" ", "+")).toEqual(after);
      expect(side(" ").length).toBe(longestCommon(before, after));
    }),
  );
});

function longestCommon([a, ...before]: string[], [b, ...after]: string[]): number {
  if (a === undefined || b === undefined) return 0;
  if (a === b) return 1 + longestCommon(before, after);
  return Math.max(longestCommon(before, [b, ...after]), longestCommon([a, ...before], after));
}

test("a long single line is split to be readable", () => {
  const before = JSON.stringify({ long: "x".repeat(200), last: 1 });
  const diff = renderDiff("s.json", before, before.replace("}", ',"next":2}'), style);
  expect(diff).toContain('+  "next": 2');
  expect(diff.join("\n")).toContain("stays one");
});
