import { expect, test } from "bun:test";
import type { Insights, Measures } from "../../../../src/review/insights/insights.ts";
import { renderText } from "../../../../src/review/insights/wording.ts";

const plain = (text: string) => text;
const STYLE = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };
const DAY = 86_400_000;

const FAILING = {
  command: "npm test",
  failures: 2,
  sessions: 1,
  fixed: 1,
  last_session: "3f2a1b00-1",
  last_call: "toolu_1",
  last_at: 5,
};

const MEASURES: Measures = {
  sessions: 3,
  toolCalls: 40,
  stops: 4,
  verdicts: { complete: 3, stalled: 1 },
  failures: 2,
  failingCommands: [FAILING],
  rereadFiles: [{ file: "/work/shop/src/a.ts", reads: 7, sessions: 2, most: 5, most_session: "3f2a1b00-1" }],
  loops: { loops: 1, flows: 0, milliseconds: 5_400_000, done: 1 },
  runs: { runs: 12, red: 5, hidden: 2 },
  advised: [{ gate: "hygiene", n: 3 }],
  gates: [{ gate: "tasks", blocks: 5, wrong: 2, holds: 4, unchanged: 1, capped: 0, lastDecision: 12 }],
  latency: { median: 3.21, p95: 9 },
};

function makeInsights(changes: Partial<Insights> = {}): Insights {
  return {
    project: "/work/shop",
    since: 0,
    until: 30 * DAY,
    readsSince: -30 * DAY,
    now: MEASURES,
    before: { ...MEASURES, sessions: 1 },
    changes: [
      { what: "stops complete", before: 0.5, now: 0.75, unit: "share", better: true },
      { what: "failed commands", before: 1, now: 2, unit: "count", better: false },
    ],
    advice: [
      {
        gate: "tasks",
        why: "2 of its 5 blocks were marked wrong",
        setting: { key: "tasks.block", value: "never" },
      },
    ],
    ...changes,
  };
}

const HOSTILE = `<img src=x onerror=alert(1)>&"'\u001b]0;owned\u0007\u202e`;

test("the terminal's report says what changed and what could be set", () => {
  const text = renderText(makeInsights(), STYLE).join("\n");
  expect(text).toContain("against the 30 days before");
  // Where each of them can be seen.
  expect(text).toContain("last: session 3f2a1b00 at toolu_1");
  expect(text).toContain("last: decision 12");
  expect(text).toMatch(/stops complete +75 % {2}was 50 %, \+25 points/);
  expect(text).toMatch(/failed commands +2 {2}was 1, \+1/);
  expect(text).toContain("2× npm test  was 2; in 1 session, 1 fixed");
  expect(text).toContain("7× src/a.ts  was 7; in 2 sessions, at most 5 in one");
  expect(text).toContain("1 h 30 min in 1 loop and 0 flows, 1 done");
  expect(text).toContain('{"tasks":{"block":"never"}}');
});

test.each([
  [DAY / 24, "1 hour"],
  [DAY / 8, "3 hours"],
  [DAY, "24 hours"],
  [DAY / 24 + 60_000, "1 h 1 min"],
])("a period of %d ms is %s", (until, length) => {
  expect(renderText(makeInsights({ until }), STYLE).join("\n")).toContain(`against the ${length} before`);
});

test("reads from before the retained calls are not reported as zero", () => {
  const text = renderText(makeInsights({ readsSince: 0 }), STYLE).join("\n");
  expect(text).toContain("7× src/a.ts  in 2 sessions, at most 5 in one");
});

test("a name can neither control the terminal nor break the line", () => {
  const rereadFiles = [{ file: `${HOSTILE}\nnext`, reads: 2, sessions: 1, most: 2, most_session: "s" }];
  const text = renderText(makeInsights({ now: { ...MEASURES, rereadFiles } }), STYLE).join("\n");
  expect(text).not.toContain("\u001b");
  expect(text).not.toContain("\u202e");
  expect(text).toContain("\\u{1b}]0;owned");
  expect(text.split("\n").some((line) => line.startsWith("next"))).toBe(false);
});

test("a project without sessions is reported as having none", () => {
  const none = { ...MEASURES, sessions: 0 };
  const insights = makeInsights({ now: none, before: none });
  expect(renderText(insights, STYLE).join("\n")).toContain("No session was recorded");
});
