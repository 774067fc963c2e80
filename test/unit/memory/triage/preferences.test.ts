import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import { claude, user } from "../../../helpers/triage-items.ts";

describe("how to work with each other", () => {
  test.each([
    ["Should I always run the linter before committing?", "yes please"],
    ["How detailed should my summaries be?", "one line is enough"],
    ["From now on, shall I ask before I install anything?", "yep"],
    ["Should I run the linter before I commit?", "yes, always"],
    ["Should I update the snapshot?", "sure, you don't need to ask for that"],
  ])("%s %s", (question, answer) => {
    expect(wishesIn(question, answer)).toContain("preference.answer");
  });

  test.each([
    ["The fix is in. Should I run the tests?", "yes"],
    ["Should I always run the linter before committing?", "what does it cost?"],
    ["How detailed should my summaries be?", "up to you"],
    ["Would you like me to ask before each download?", "we'll see"],
    ["Shall I retry it?", "it always hangs, look at the log first"],
  ])("is not settled by: %s %s", (question, answer) => {
    expect(wishesIn(question, answer)).toEqual([]);
  });
});

function wishesIn(question: string, answer: string): string[] {
  const { candidates } = triageItems([claude(question), user(answer)]);
  return candidates.filter(({ category }) => category === "PREFERENCE").flatMap(({ patterns }) => patterns);
}
