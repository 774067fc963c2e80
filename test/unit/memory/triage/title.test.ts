import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { answerTitle, makeTitle } from "../../../../src/memory/triage/title.ts";

describe("a title", () => {
  test("is one plain line without markup, controls or invisible signs", () => {
    expect(makeTitle("ok, **use** `pnpm`\u0007\n[here](http://x.y) <b>now</b>\u202e")).toBe(
      "Use pnpm here now",
    );
    expect(makeTitle("")).toBe("(no words)");
  });
  test("keeps code readable, in signs that cannot act", () => {
    expect(makeTitle("use Array<string> | null, not `string[]`")).toBe(
      "Use Array‹string› ¦ null, not string[]",
    );
    expect(makeTitle("\u001b[31muse pnpm\u001b[0m")).toBe("Use pnpm");
  });
  test("is never longer than 120 characters and never acts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const title = makeTitle(text);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(120);
        expect(title).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069<>`|]/u);
      }),
    );
  });
});

describe("the title of an answer", () => {
  test.each([
    [
      "Which padding should go?",
      "Outer gutter and the shadow",
      "Which padding should go? Outer gutter and the shadow",
    ],
    ["Which way?", "Hermetic default (Recommended)", "Which way? Hermetic default"],
    [
      "The banner earns money, so it is your call. Which treatment?",
      "Footer only",
      "The banner earns money, so it is your call: Footer only",
    ],
    [
      `When the generated files are missing and ${"no usable program is on the path ".repeat(2)}, what should the script do?`,
      "Build it, but only when there is none",
      "What should the script do? Build it, but only when there is none",
    ],
    [
      "Shall I start the database?",
      `You are in a VM. ${"It has no docker, the services run on the host. ".repeat(3)}`,
      "You are in a VM. It has no docker, the services run on the host. It has no docker, the services run on the host.",
    ],
  ])("%s → %s", (question, answer, title) => {
    expect(answerTitle(question, answer)).toBe(title);
  });
});

test.each([
  ["hmmm, I think we should split it...", "We should split it"],
  [
    `we keep one log for each worktree, the session stands in each line, and ${"so on ".repeat(20)}`,
    "We keep one log for each worktree, the session stands in each line",
  ],
  ["session/state.go:64 is not documented", "session/state.go:64 is not documented"],
])("a title has no words around it and ends where a part of the sentence does: %s", (text, title) => {
  expect(makeTitle(text)).toBe(title);
});
