import { expect, test } from "bun:test";
import { formatAge } from "../../../src/text/format-time.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [0, "just now"],
  [-HOUR, "just now"],
  [59_999, "just now"],
  [MINUTE, "1 min ago"],
  [59 * MINUTE, "59 min ago"],
  [HOUR, "1 h ago"],
  [47 * HOUR, "47 h ago"],
  [48 * HOUR, "2 days ago"],
])("%d ms is %s", (age, text) => {
  const now = Date.UTC(2026, 0, 31);
  expect(formatAge(now - age, now)).toBe(text);
});
