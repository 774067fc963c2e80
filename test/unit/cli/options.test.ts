import { expect, test } from "bun:test";
import { parseSince } from "../../../src/cli/command.ts";

const NOW = Date.parse("2026-11-15T12:00:00Z");

test.each([
  ["30d", NOW - 30 * 86_400_000],
  ["12h", NOW - 12 * 3_600_000],
  ["2026-01-31", Date.parse("2026-01-31")],
  ["2026-01-31T10:00:00Z", Date.parse("2026-01-31T10:00:00Z")],
])("%s is a time", (text, at) => {
  expect(parseSince(text, NOW)).toBe(at);
});

test.each(["3", "yesterday", "", "2026-13-45", "May"])("%p is refused with an example", (text) => {
  expect(() => parseSince(text, NOW)).toThrow(`--since ${text} is neither`);
});
