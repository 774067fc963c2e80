import { expect, test } from "bun:test";
import { toPublicJson, verbatim } from "../../../src/cli/command.ts";

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);

test("rows get camelCase names, ISO 8601 times, and short names of session and project", () => {
  const row = { session_id: "s1", project_dir: "/p", last_seen_at: AT, ended_at: null, duration_ms: 12.5 };
  expect(toPublicJson([row])).toEqual([
    { session: "s1", project: "/p", lastSeenAt: "2026-01-02T03:04:05.000Z", endedAt: null, durationMs: 12.5 },
  ]);
});

test("names and times already in that form stay, and no name is used twice", () => {
  const value = { at: "2026-01-02T03:04:05.000Z", until: AT, at_most: 3, session: { session_id: "s1" } };
  const once = toPublicJson(value);
  expect(once).toEqual({
    at: value.at,
    until: "2026-01-02T03:04:05.000Z",
    atMost: 3,
    session: { session: "s1" },
  });
  expect(toPublicJson(once)).toEqual(once);
  expect(toPublicJson({ session: "a", session_id: "b" })).toEqual({ session: "a", sessionId: "b" });
});

test("names that are somebody's own words stay", () => {
  const stages = { unit_tests: [{ run: "x" }], TECH_DEBT: 1, mcp__a__b: 2 };
  expect(toPublicJson({ stages: verbatim(stages) })).toEqual({ stages });
  expect(toPublicJson({ TECH_DEBT: 1, mcp__a__b: 2 })).toEqual({ TECH_DEBT: 1, mcp__a__b: 2 });
});
