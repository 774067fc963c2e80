import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { answerTitle } from "../../../../src/memory/triage/structure/answers.ts";
import { makeTitle, runbookTitle } from "../../../../src/memory/triage/title.ts";
import { needsContext, topicOf } from "../../../../src/memory/triage/topic.ts";
import type { QuestionAnswer } from "../../../../src/transcript/tool-item.ts";

describe("a title", () => {
  test("is one plain line without markup, control or invisible characters", () => {
    expect(makeTitle("ok, **use** `pnpm`\u0007\n[here](http://x.y) <b>now</b>\u202e")).toBe(
      "Use pnpm here now",
    );
    expect(makeTitle("")).toBe("(no words)");
  });
  test("keeps code readable, in characters that cannot act", () => {
    expect(makeTitle("use Array<string> | null, not `string[]`")).toBe(
      "Use Array‹string› ¦ null, not string[]",
    );
    expect(makeTitle("\u001b[31muse pnpm\u001b[0m")).toBe("Use pnpm");
  });
  test.each([
    ["label() should capitalise", "label() should capitalise"],
    ["please items[] may be empty", "items[] may be empty"],
    ["user_id is the key", "user_id is the key"],
    ["label.mjs has the rule", "label.mjs has the rule"],
    ["src/label is ours", "src/label is ours"],
    ["utf8 only", "utf8 only"],
    ["parseEvent never throws", "parseEvent never throws"],
    ["so `label` must return a string", "label must return a string"],
    ["`make lint` must pass", "make lint must pass"],
    ["a queue, such as `amqp`", "A queue, such as amqp"],
    ["label. It is used", "Label. It is used"],
    ["labels: use `label` for them", "Labels: use label for them"],
  ])("begins with a capital, but not if that is code: %s", (text, title) => {
    expect(makeTitle(text)).toBe(title);
  });
  test("is never longer than 160 characters and never acts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const title = makeTitle(text);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(160);
        expect(title).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069<>`|]/u);
      }),
    );
  });
});

describe("the title of an answer", () => {
  test.each<[QuestionAnswer, string | null]>([
    [
      {
        question: "Which padding should go?",
        answer: "The outer one",
        about: "Margin 96 -> 0. It is empty.",
      },
      "Which padding should go? The outer one: margin 96 → 0",
    ],
    [{ question: "Which way?", answer: "Hermetic (Recommended)", header: "Replay" }, "Replay: hermetic"],
    [
      { question: "The banner earns money. That is your call, which treatment?", answer: "Footer only" },
      "The banner earns money: footer only",
    ],
    [
      {
        question: "How should corrupted archives be reported in the manifest?",
        answer: "Option C: Extra field",
        about: "Add CORRUPTED as a 4th tab-separated field on the line of the archive itself",
      },
      "How should corrupted archives be reported in the manifest? Extra field: add CORRUPTED as a 4th tab-separated field on the line of the archive itself",
    ],
    [{ question: "Where should the change apply?", answer: "Everywhere" }, null],
    [
      {
        question: "How should it get its clock?",
        answer: "Injected clock (Recommended)",
        about: "A parameter of each job. More work.",
      },
      "Injected clock: a parameter of each job",
    ],
  ])("%j", (answer, title) => {
    expect(answerTitle(answer)).toBe(title);
  });
});

test.each([
  ["Put it in the handler", true],
  ["Let's have one per worktree", true],
  ["This is the weakest option", true],
  ["Let's not do the nuclear thing", true],
  ["Let's keep going", true],
  ["One log for each worktree", false],
  ["It's better to store nothing in the browser", false],
  ["From now on always use pnpm in this project", false],
  ["Change the script of the package so that it starts the server", false],
])("a title may depend on what was said before: %s", (title, leans) => {
  expect(needsContext(title)).toBe(leans);
});

test.each([
  [
    "Done.\n\n**Where to put `endSession()`:**\n- here\n- there\n\nWhat do you prefer?",
    "Where to put endSession():",
  ],
  ["Both work. Do you want to try a single log file?", "Try a single log file?"],
  ["Quick question: When should `ended_at` be set?\n\nA) at once\nB) later", "When should ended_at be set?"],
  ["I changed three files:\n- a\n\nShall I go on with it?", ""],
])("the subject of Claude's question: %s", (message, topic) => {
  expect(topicOf(message)).toBe(topic);
});

test.each([
  [
    "Upload 500: fetch failed because API_URL wasn't set. Fix: created api/.env with it, restarted",
    "Upload 500: API_URL wasn't set → created api/.env with it",
  ],
  [
    "Root cause: the proxy keeps the old key. You need to wait for a minute.",
    "The proxy keeps the old key → wait for a minute",
  ],
  ["The issue was that the cache is stale", "The cache is stale"],
  ["The placeholder ... is wider than a cell. It collapsed.", "The placeholder ... is wider than a cell"],
  [
    "A stash took all edits. Recovered with git stash pop; told the others.",
    "A stash took all edits → git stash pop",
  ],
  [
    "Path mismatch on macOS: the test failed because makeTempFolder() returns a path below /var/folders but realPath() resolves it to /private/var/folders. Fixed by calling realPath() first.",
    "Path mismatch on macOS → fixed by calling realPath() first",
  ],
])("an error is titled by symptom, cause and fix: %s", (text, title) => {
  expect(runbookTitle(text)).toBe(title);
});

test("a title is not cut where the rest would limit or reverse it", () => {
  const rest = `deploy from main ${"and wait ".repeat(15)}`;
  expect(makeTitle(`${rest}— it is quick, and everybody knows how to do it`)).toEndWith("and wait");
  expect(makeTitle(`${rest}— but not on Fridays, when nobody is there`)).toEndWith("…");
});

test.each([
  ["hmmm, I think we should split it...", "We should split it"],
  [
    `we keep one log for each worktree, the session stands in each line, and ${"so on ".repeat(20)}`,
    "We keep one log for each worktree, the session stands in each line, and so on so on so on so on so on so on so on so on so on so on so on so on so on so on so…",
  ],
  ["continue but use sonnet for the agents", "Use sonnet for the agents"],
  [
    "I'd rather have plain tools that type, click and drag on the screen of the whole machine as a person does it by hand than those of one browser",
    "I'd rather have plain tools that type, click and drag on the screen of the whole machine as a person does it by hand than those of one browser",
  ],
  ["also render it in the footer", "Also render it in the footer"],
  ["show `[nobody] where there is no name", "Show [nobody] where there is no name"],
  ['say "no such shop and (only then stop', "Say no such shop and only then stop"],
  ["session/state.go:64 is not documented", "session/state.go:64 is not documented"],
  ["label() should trim the name", "label() should trim the name"],
])("a title has no filler words and ends where a part of the sentence does: %s", (text, title) => {
  expect(makeTitle(text)).toBe(title);
});
