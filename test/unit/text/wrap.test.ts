import { expect, test } from "bun:test";
import { wrapLines } from "../../../src/text/wrap.ts";

test("a line that is too long continues below its text, with its colours", () => {
  const words = "one two three four five six seven";
  expect(wrapLines(`  Holds      ${words}`, 40)).toBe(
    "  Holds      one two three four five six\n             seven",
  );
  expect(wrapLines(`    ${words}`, 30)).toBe("    one two three four five\n    six seven");
  expect(wrapLines(`\u001b[33m${words}\u001b[39m`, 30).split("\n")).toHaveLength(2);
});

test("text that fits, or has no place to break, stays as it is", () => {
  const fits = "  a  b\n\n  ✓ c";
  expect(wrapLines(fits, 40)).toBe(fits);
  expect(wrapLines("x".repeat(50), 40)).toBe("x".repeat(50));
});

test("two spaces late in a sentence do not end a label", () => {
  const line = "a sentence that is rather long before it has  two spaces in it";
  expect(wrapLines(line, 40).split("\n")[1]).toStartWith("has  two spaces");
});
