import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, user } from "../../../helpers/triage-items.ts";

const found = (...items: TranscriptItem[]) =>
  triageItems(items).candidates.map(({ category, title }) => `${category}: ${title}`);
const DECIDED = "We decided to use Postgres because it has JSONB.";
const REVIEW = `${"The handler is called twice for each request that comes in. ".repeat(5)}\n${DECIDED}`;

describe("what was pasted into a prompt", () => {
  test.each([
    ["below a line that announces it", `here is the review feedback:\n\n${REVIEW}`],
    ["with headings", `## Summary\n${DECIDED}\n\n## Findings\nnone`],
    ["with bold labels", `**One** ${DECIDED}\n**Two** b\n**Three** c`],
    ["with emblems", `✅ Good\n${DECIDED}\n🔍 Issues`],
    ["from another conversation", `User: which one?\nAssistant: ${DECIDED}`],
    ["from a terminal", `it printed this\n${DECIDED}        \n  and then stopped        `],
    ["more than anybody types", `${"We looked at it together. ".repeat(110)}${DECIDED}`],
  ])("carries nothing: %s", (_, prompt) => {
    expect(found(user(prompt))).toEqual([]);
  });

  test("leaves what was typed above and below it", () => {
    const document = "## Summary\nall good\n\n## Findings\nnone";
    expect(found(user(`${DECIDED}\n\n${document}`))).toHaveLength(1);
    expect(found(user(`${document}\n\nfrom now on always use pnpm`))).toEqual([
      "PREFERENCE: From now on always use pnpm",
    ]);
  });
});

describe("the person's choice among the ways Claude laid out", () => {
  const letters = "Where shall drafts be kept?\n\n**A)** In the browser\n**B)** In a table of their own\n";

  test.each(["b", "B.", "do b", "let's go with option B please"])(
    "has its words as the title: %s",
    (answer) => {
      expect(found(claude(letters), user(answer))).toEqual([
        "DECISION: Where shall drafts be kept? → In a table of their own",
      ]);
    },
  );

  test("is found once, not again in Claude's echo of it", () => {
    const echo = claude("Own table it is, because it survives a restart.");
    expect(found(claude(letters), user("b"), echo)).toHaveLength(1);
  });

  test.each([
    ["several things to do", "Findings:\n1. The index is missing\n2. The log is noisy", "implement 1 and 2"],
    [
      "a thing of the moment",
      "Which?\nOption 1: Install it\nOption 2: An alias for this session",
      "do option 2",
    ],
    ["how Claude goes to work", "Which?\n1. I dispatch agents\n2. I do it step by step", "1"],
    ["a question back", letters, "b?"],
    ["a letter that is an article", letters, "a few more things first"],
  ])("is none when it is %s", (_, said, answer) => {
    expect(found(claude(said), user(answer))).toEqual([]);
  });

  test("is known also when the answer comes in a later look", () => {
    const { state } = triageItems([claude(letters)]);
    expect(triageItems([user("b")], { state }).candidates).toHaveLength(1);
  });
});

describe("what Claude tells of its own work", () => {
  test.each([
    "For now I'll hardcode the list and clean it up later:",
    "Step 12: disable the cache temporarily and measure again",
    "Security - Added a limit of 100 requests per minute to the API",
    "The tests were failing because I forgot to export the helper. Fixed now.",
  ])("is no finding: %s", (text) => {
    expect(found(claude(text))).toEqual([]);
  });
});
