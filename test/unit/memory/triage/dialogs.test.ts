import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { answered, approved, claude, refused, user } from "../../../helpers/triage-items.ts";

const found = (...items: TranscriptItem[]) =>
  triageItems(items).candidates.map(({ category, title }) => `${category}: ${title}`);

describe("an answer in a dialog", () => {
  test("is a decision, with its question", () => {
    expect(found(answered("Which store?", "SQLite (Recommended)"))).toEqual([
      "DECISION: Which store? SQLite",
    ]);
  });
  test("in the person's own words says what they say, whatever was asked", () => {
    const answer =
      "you're in a vm and do not have docker. all the services run on the host, at 192.168.1.4, use these";
    expect(found(answered("Should I start Docker Desktop?", answer))).toEqual([
      "CONSTRAINT: You're in a vm and do not have docker. all the services run on the host, at 192.168.1.4, use these",
    ]);
  });
  test.each([
    ["Which store?", "You decide"],
    ["Which store?", "continue"],
    ["Which store?", "what is the difference?"],
    ["This is a UI task. How would you like to proceed?", "Just implement it"],
    ["What would you like to work on?", "The login bug"],
    ["Ready for me to commit?", "Commit and push"],
  ])("is none where it settles nothing, or only the next step: %s %s", (question, answer) => {
    expect(found(answered(question, answer))).toEqual([]);
  });
});

test("an approved plan is a decision, named by the heading that says something", () => {
  expect(found(approved("# Plan\n\n## Split the billing module\n- a"))).toEqual([
    "DECISION: Approved plan: Split the billing module",
  ]);
});

describe("a refusal", () => {
  test.each([
    [
      "I think we should separate the two types for clarity.",
      "DECISION: We should separate the two types for clarity.",
    ],
    ["no, from now on always use pnpm here", "PREFERENCE: From now on always use pnpm here"],
  ])("has what the person says: %s", (reason, title) => {
    expect(found(refused(reason))).toEqual([title]);
  });
  test.each([
    null,
    "wait",
    "let's cut a branch first",
    "what does this do?",
    "have a look at https://example.com first",
  ])("of the moment has nothing: %s", (reason) => {
    expect(found(refused(reason))).toEqual([]);
  });
});

describe("a reply to Claude's question", () => {
  const letters =
    "Where shall drafts be kept?\n\n**A)** In the browser\n**B)** In a table of their own\n\nWhich do you prefer?";

  test.each(["b", "B.", "do b", "let's go with option B please", "I think b is the right approach"])(
    "names the way that was chosen: %s",
    (answer) => {
      expect(found(claude(letters), user(answer))).toEqual(["DECISION: In a table of their own"]);
    },
  );
  test("says where it belongs, or how it should be", () => {
    const asked = claude("It can live in the handler or in the store. What do you prefer?");
    expect(found(asked, user("put it in the handler"))).toEqual(["DECISION: Put it in the handler"]);
    expect(found(asked, user("the idea is that it survives a restart"))).toEqual([
      "DECISION: The idea is that it survives a restart",
    ]);
  });
  test.each([
    [
      "several things to do",
      "Findings:\n1. The index is missing\n2. The log is noisy\nWhich?",
      "implement 1 and 2",
    ],
    ["a menu", "1. Login\n2. Logout\nReply with a number to view it, or q to exit", "2"],
    ["a question of a list", "Which?\n1. Are these fields right?\n2. Should it be public?", "1"],
    ["a question back", letters, "b?"],
    ["a letter that is an article", letters, "a few more things first"],
    ["the next step", "Ready to commit?", "let's use the other branch"],
    ["a task", "Anything else?", "add a test for the login please"],
  ])("is none when it is %s", (_, said, answer) => {
    expect(found(claude(said), user(answer)).filter((one) => one.startsWith("DECISION"))).toEqual([]);
  });
  test("is known also when it comes in a later look", () => {
    const { state } = triageItems([claude(letters)]);
    expect(triageItems([user("b")], { state }).candidates).toHaveLength(1);
  });
});

test.each([
  "For now I'll hardcode the list and clean it up later:",
  "Security - Added a limit of 100 requests per minute to the API",
  "The tests were failing because I forgot to export the helper. Fixed now.",
])("what Claude tells of its own work is no finding: %s", (text) => {
  expect(found(claude(text), user("ok"))).toEqual([]);
});
