import { expect, test } from "bun:test";
import fc from "fast-check";
import { DURATION_PATTERN, parseDuration } from "../../../src/text/parse-duration.ts";
import { runs } from "../../helpers/runs.ts";

test.each([
  ["90s", 90_000],
  ["30m", 1_800_000],
  ["8h", 28_800_000],
  ["2d", 172_800_000],
  ["1h30m", 5_400_000],
  ["1d2h3m4s", 93_784_000],
  ["999999d", 86_399_913_600_000],
] as const)("%s is %d ms", (text, length) => {
  expect(parseDuration(text)).toBe(length);
});

test.each(["", "0s", "0h0m", "8", "h", "8 h", "-8h", "1.5h", "8H", "30m1h", "1000000d", "8h\n", "8w", "１h"])(
  "%j is not a duration",
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

test("whatever the text, the length is null or can be used in a date", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(\d{1,7}[dhms]){1,4}$/)), (text) => {
      const length = parseDuration(text);
      expect(length === null || Number.isFinite(new Date(Date.now() + length).getTime())).toBe(true);
    }),
  );
});

test("accepts exactly what the schema's pattern accepts", () => {
  const written = fc.oneof(fc.string({ maxLength: 8 }), fc.stringMatching(/^[0-9dhms]{0,12}$/));
  fc.assert(
    fc.property(
      written,
      (text) => (parseDuration(text) !== null) === new RegExp(DURATION_PATTERN).test(text),
    ),
    { numRuns: runs(2000) },
  );
});
