import { expect, test } from "bun:test";
import { clip, clipLine } from "../../../src/text/clip.ts";

test.each([
  ["short", 10, "short"],
  ["exactly ten", 11, "exactly ten"],
  ["longer than it may be", 10, "longer th…"],
])("%p in %d characters is %p", (text, max, clipped) => {
  expect(clip(text, max)).toBe(clipped);
});

test("a character is never cut in half", () => {
  expect(clip("ab😀cd", 4).isWellFormed()).toBe(true);
});

test("a line has no breaks, tabs or runs of spaces", () => {
  expect(clipLine(" one\n\ttwo   three ", 20)).toBe("one two three");
});
