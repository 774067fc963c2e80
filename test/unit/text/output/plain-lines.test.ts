import { expect, test } from "bun:test";
import fc from "fast-check";
import { plainLines } from "../../../../src/text/output/plain-lines.ts";

test.each([
  ["colours", "\u001b[1;31mred\u001b[0m and \u001b[38;2;1;2;3mtrue colour\u001b[m", ["red and true colour"]],
  ["links", "\u001b]8;;https://example.com\u001b\\text\u001b]8;;\u0007", ["text"]],
  ["cursor moves and erasing", "\u001b[2K\u001b[1Gline\u001b[?25h", ["line"]],
  ["a lone escape at the end", "cut\u001b[", ["cut"]],
  ["Windows line endings", "one\r\ntwo\r\n", ["one", "two", ""]],
  ["overwritten progress", "10%\r50%\r100% done\nnext", ["100% done", "next"]],
  ["progress that ends with a carriage return", "10%\r20%\r\nnext", ["20%", "next"]],
  ["overstriking", "b\u0008bo\u0008ol\u0008ld\u0008d", ["bold"]],
  ["control and invisible characters", "a\0b\u0007c\u200bd\u202ee\ufefff", ["abcdef"]],
  ["tabs and spaces at the end", "\ta  b \t ", ["\ta  b"]],
])("%s are removed", (_, output, lines) => {
  expect(plainLines(output)).toEqual(lines);
});

test("no control character is left, whatever the input", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (output) => {
      expect(plainLines(output).join("\n")).not.toMatch(/[\0-\u0008\u000b-\u001f\u007f-\u009f]/);
    }),
  );
});

test("a line of a megabyte is truncated", () => {
  expect(plainLines("x".repeat(1_000_000))[0]?.length).toBe(4000);
});
