import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import { claude, compacted, user } from "../../../helpers/triage-items.ts";

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

describe("the person's wishes in a compaction's summary", () => {
  test.each([
    ["Preferences the user stated: tabs; no default exports; short answers.", 1],
    ["User preferences:\n- tabs, no spaces\n- never push\n\nFiles: a.ts", 2],
    ["The user prefers fakes over mocks and corrected Claude twice.", 1],
    ["Instructions of the user that still hold: never push, answer briefly.", 1],
    ["The user commits themselves; Claude only stages.", 1],
    ["The user asked about a preferences screen. It was built.", 0],
    ["The user wants the report by Friday. Two chapters are left.", 0],
    ["The user reported a crash on startup. Fixed in main.ts.", 0],
  ])("%s", (text, wishes) => {
    const { candidates } = triageItems([compacted(text)]);
    const found = candidates.filter(({ patterns }) => patterns.includes("preference.compaction"));
    expect(found).toHaveLength(wishes);
  });
});

function wishesIn(question: string, answer: string): string[] {
  const { candidates } = triageItems([claude(question), user(answer)]);
  return candidates.filter(({ category }) => category === "PREFERENCE").flatMap(({ patterns }) => patterns);
}
