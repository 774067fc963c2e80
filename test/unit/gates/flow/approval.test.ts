import { describe, expect, test } from "bun:test";
import { readApproval } from "../../../../src/gates/flow/user-evidence.ts";

describe("a prompt that approves", () => {
  test.each([
    "yes",
    "Yes.",
    "OK!",
    "ok, thanks",
    "Approved",
    "approved. Start with the store.",
    "I approve this plan",
    "LGTM",
    "lgtm, go ahead",
    "Looks good to me",
    "that looks great, please go ahead and implement it",
    "yes, go ahead",
    "Yes go ahead with the plan.",
    "do it",
    "go for it!",
    "let's do it",
    "Sounds good. Proceed.",
    "The plan is fine, start tomorrow's part too",
    "no problem, go ahead",
    "👍",
    "Ja, mach das",
    "Einverstanden",
    "sieht gut aus, leg los",
    "d'accord",
    "Vas-y !",
    "sí, adelante",
    "aprovado",
    "да, давай",
    "好的",
    "没问题，开始吧",
    "承認します",
  ])("%s", (prompt) => {
    expect(readApproval(prompt)).not.toBeNull();
  });
});

describe("a prompt that does not approve", () => {
  test.each([
    "",
    "no",
    "not yet",
    "Don't do it",
    "looks good, but use tabs",
    "looks good except for step 3",
    "is it approved?",
    "Looks good? I am not sure",
    "do it if the tests pass",
    "wait",
    "ok, now explain how the store works",
    "yes and also rewrite the parser in Rust",
    "What do you think about Postgres?",
    "You should do it in the other file",
    "disapproved",
    "I rejected that earlier",
    "Implement a login page",
    "Approve the pull request of Bob",
    "nein",
    "nicht so",
    "ja, aber nicht heute",
    "non",
    "c'est bon mais attends",
    "не надо",
    "不可以",
    "/compact",
    "/flow yes",
    "the docs say go ahead with caution",
  ])("%s", (prompt) => {
    expect(readApproval(prompt)).toBeNull();
  });

  test("may be too long to be a plain yes", () => {
    expect(readApproval(`yes ${"please ".repeat(80)}`)).toBeNull();
    expect(readApproval("approved ".repeat(1000))).toBeNull();
  });
});

describe("an approval", () => {
  test.each([
    ["approved", true],
    ["LGTM", true],
    ["the plan looks good", true],
    ["yes", false],
    ["go ahead", false],
  ])("%s: names the plan or approval itself: %p", (prompt, explicit) => {
    expect(readApproval(prompt)?.explicit).toBe(explicit);
  });
});
