import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { answered, approved, claude, refused, user } from "../../../helpers/triage-items.ts";

const found = (...items: TranscriptItem[]) =>
  triageItems(items).inbox.map(({ category, title }) => `${category}: ${title}`);

describe("an answer in a dialog", () => {
  test("is a decision, with its question", () => {
    expect(found(answered("Which store?", "SQLite (Recommended)"))).toEqual([
      "DECISION: Which store? SQLite",
    ]);
  });
  test("in the person's own words means what they say, whatever was asked", () => {
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
  ])("is not a finding if it settles nothing, or only the next step: %s %s", (question, answer) => {
    expect(found(answered(question, answer))).toEqual([]);
  });
});

test("a question that refers to the one before it is shown with that one", () => {
  const dialog = answered("Which padding should go?", "The outer one");
  const more = { question: "Where should the change apply?", answer: "Everywhere" };
  if (dialog.kind === "answers") dialog.answers.push(more);
  expect(found(dialog)).toEqual(["DECISION: Which padding should go? The outer one; Everywhere"]);
});

describe("an approved plan", () => {
  test.each([
    [
      "# Plan\n\n## Split the billing module\n\n## Approach\nOne package for each country. It is small.",
      "Split the billing module: one package for each country",
    ],
    [
      "# Duplicate search\n\n## Solution\nTwo parts:\n1. **Index** - by hash\n2. **Commit hook** - warns",
      "Duplicate search: index, Commit hook",
    ],
    [
      "# Plan: Switch the keys from derived to random\n\n## Approach\nA new field.",
      "Switch the keys from derived to random: a new field",
    ],
    [
      "## Plan to fix the page in Chrome\n\nI'll use ruby elements instead of CSS display values:\n1. a",
      "Fix the page in Chrome: use ruby elements instead of CSS display values",
    ],
    [
      "# External agents\n\n## Design decisions\n\n| Area | Decision | Rationale |\n|---|---|---|\n| Place | One folder per agent | simple |\n| Format | JSON over stdin | known |\n\nMore.",
      "External agents: one folder per agent; JSON over stdin",
    ],
    [
      "# Should the protocol move?\n\n**Recommendation: Yes, move it to commands of the CLI.** The skill becomes thin.",
      "Should the protocol move? Move it to commands of the CLI",
    ],
  ])("is titled by the choice made in it: %s", (plan, title) => {
    expect(found(approved(plan))).toEqual([`DECISION: ${title}`]);
  });
  test.each([
    "# Refactoring plan\n\n## Phase 1: Improvements\n- a",
    "# Add two sections to the page\n\n1. **Usage**\n2. **Details**",
    "# Fix: the login loop\n\n## Fix: the login loop\n\nLook at the cookie.",
    "# External agents\n\n## Design\n\n| Field | Type |\n|---|---|\n| name | text |",
    "# Server\n\n## Solution\n\n```ts\nserve(8080);\n```",
  ])("without a choice is a task: %s", (plan) => {
    expect(found(approved(plan))).toEqual([]);
  });
});

describe("a refusal", () => {
  test.each([
    [
      "I think we should separate the two types for clarity.",
      "DECISION: We should separate the two types for clarity.",
    ],
    ["no, from now on always use pnpm here", "PREFERENCE: From now on always use pnpm here"],
    ["let's cut a branch first", "PREFERENCE: Let's cut a branch first"],
  ])("is titled by what the person says: %s", (reason, title) => {
    expect(found(refused(reason))).toEqual([title]);
  });
  test.each<[string, Record<string, unknown>, string]>([
    [
      "let's not do the nuclear thing",
      { command: "deploy --skip-checks 2>&1 | tail" },
      "PREFERENCE: Refused deploy --skip-checks: let's not do the nuclear thing",
    ],
    ["use pnpm", { command: "npm install" }, "PREFERENCE: Refused npm install: use pnpm"],
    [
      "let's do this as a separate PR",
      { file_path: "/work/shop/logger.go" },
      "TECH_DEBT: Refused a change of logger.go: let's do this as a separate PR",
    ],
  ])("says what was refused if the words do not: %s", (reason, input, title) => {
    expect(found(refused(reason, input))).toEqual([title]);
  });
  test("that names nothing is only stored", () => {
    const refusal = refused("let's do this as a separate one");
    expect(found(refusal)).toEqual([]);
    expect(triageItems([refusal]).store).toHaveLength(1);
  });
  test.each([
    null,
    "wait",
    "what does this do?",
    "should we be using the other helper? it is in util",
    "have a look at https://example.com first",
  ])("without words, or with a question or a page to look at, is not a finding: %s", (reason) => {
    expect(found(refused(reason))).toEqual([]);
  });
});

describe("a reply to Claude's question", () => {
  test("to a request for permission must make sense alone", () => {
    const asked = claude("Want me to install the binary and run the test?");
    expect(found(asked, user("I'd rather use it with the other agent first"))).toEqual([]);
    expect(found(asked, user("I'd rather use Codex for reviews"))).toEqual([
      "DECISION: I'd rather use Codex for reviews",
    ]);
    expect(
      found(claude("Should I store tokens in Redis or Postgres?"), user("put them in Postgres")),
    ).toEqual(["DECISION: Store tokens in Redis or Postgres? Put them in Postgres"]);
  });

  const letters =
    "Where shall drafts be kept?\n\n**A)** In the browser\n**B)** In a table of their own\n\nWhich do you prefer?";

  test.each(["b", "B.", "do b", "let's go with option B please", "I think b is the right approach"])(
    "is titled by the chosen option: %s",
    (answer) => {
      expect(found(claude(letters), user(answer))).toEqual([
        "DECISION: Where shall drafts be kept? In a table of their own",
      ]);
    },
  );
  test("includes the heading above the options; without one the option must make sense alone", () => {
    const ways =
      "\n1. Accept it\n2. Solid colour for short segments — arguably the honest choice\n\nWhich approach?";
    expect(found(claude(`## Your options for the status line\n${ways}`), user("2"))).toEqual([
      "DECISION: Your options for the status line: solid colour for short segments",
    ]);
    const unasked = claude(`I looked at it.\n${ways}`);
    expect(found(unasked, user("2"))).toEqual(["DECISION: Solid colour for short segments"]);
    const { inbox, store } = triageItems([unasked, user("1")]);
    expect([inbox, store.map(({ title }) => title)]).toEqual([[], ["You chose: accept it"]]);
  });
  test("says where something belongs, or how it should be, with what was asked", () => {
    const asked = claude(
      "**Where to put `endSession()`:**\n- the handler, or\n- the store\n\nWhat do you prefer?",
    );
    expect(found(asked, user("put it in the handler"))).toEqual([
      "DECISION: Where to put endSession(): put it in the handler",
    ]);
    expect(found(asked, user("the idea is that a session survives a restart"))).toEqual([
      "DECISION: Where to put endSession(): the idea is that a session survives a restart",
    ]);
  });
  test("may propose or correct something, if Claude asked for more than a permission", () => {
    const ways = "\n\n1. **Warn** - only\n2. **Fail** - always";
    const asked = claude(`How strict should the duplicate check be?${ways}`);
    expect(found(asked, user("can it fail at ten lines but warn below?"))).toEqual([
      "DECISION: How strict should the duplicate check be? Can it fail at ten lines but warn below?",
    ]);
    expect(found(asked, user("a warning is not correct, nobody reads those"))).toEqual([
      "DECISION: How strict should the duplicate check be? A warning is not correct, nobody reads those",
    ]);
    for (const permission of [
      "Want me to make the duplicate check strict?",
      "What would you like to do next?",
    ])
      expect(found(claude(permission), user("can it fail at ten lines but warn below?"))).toEqual([]);
  });
  test("quotes each speaker separately, and the sentence in the title", () => {
    const ways = "## Your options for the status line\n\n1. Accept it\n2. Solid colour\n\nWhich approach?";
    const [chosen] = triageItems([claude(ways), user("2 is better, start with it")]).inbox;
    expect(chosen?.evidence.map(({ who, line }) => [who, line])).toEqual([
      ["user", "2 is better, start with it"],
      ["claude", "Solid colour"],
      ["claude", "Your options for the status line"],
    ]);
    const long = `${"the page was slow all of last week and nobody saw it. ".repeat(8)}I'd rather have one cache for each tenant than a shared one.`;
    const [reply] = triageItems([claude("How should the pages be cached?"), user(long)]).inbox;
    expect(reply?.evidence[0]?.line).toEndWith(
      "I'd rather have one cache for each tenant than a shared one.",
    );
  });
  test("is titled by its most telling sentence", () => {
    const asked = claude("Which tools should the agent drive the browser with?");
    const reply = "let's use something simple. I'd rather have click and type tools than Playwright scripts.";
    expect(found(asked, user(reply))).toEqual([
      "DECISION: I'd rather have click and type tools than Playwright scripts.",
    ]);
  });
  test("may choose among options below a question, whatever its words, but not the next task", () => {
    const ways = "\n\n1. **This project only** - tuned for it\n2. **Every project** - with one template";
    expect(found(claude(`Is the export hook for this project or for all?${ways}`), user("2"))).toEqual([
      "DECISION: Is the export hook for this project or for all? Every project - with one template",
    ]);
    expect(found(claude(`What would you like to plan today?${ways}`), user("2"))).toEqual([]);
  });
  test("may choose the last option of a question", () => {
    const ways = "Would you like me to:\n1. Add a test\n2. Change the old tests?\n\nWhich approach?";
    const { store } = triageItems([claude(ways), user("2")]);
    expect(store.map(({ title }) => title)).toEqual(["You chose: change the old tests"]);
  });
  test("names the option that one of its lines is about", () => {
    const ways =
      "How can it find them?\n\n1. **Search first** - with the server\n2. **A list of helpers** - in a document";
    const reply = "1. yes if possible\n2. I think this is the weakest option, let's skip it for good";
    expect(found(claude(ways), user(reply))).toEqual([
      'DECISION: Option "A list of helpers": this is the weakest option, let\'s skip it for good',
    ]);
  });
  test("may choose an option and give a standing order", () => {
    expect(found(claude(letters), user("b. And from now on always use pnpm."))).toEqual([
      "DECISION: Where shall drafts be kept? In a table of their own",
      "PREFERENCE: From now on always use pnpm.",
    ]);
  });
  test("that chooses an option is listed once", () => {
    const ways = claude("I looked at it.\n\n1. Accept it\n2. Solid colour\n\nWhich approach?");
    const { store } = triageItems([ways, user("2 is the right approach. Each test checks its own result")]);
    expect(store.map(({ title }) => title)).toEqual(["You chose: solid colour"]);
  });
  test("that nobody would understand is only stored", () => {
    const { inbox, store } = triageItems([
      claude("Both work. What do you prefer?"),
      user("put it in the second one"),
    ]);
    expect([inbox, store.map(({ title }) => title)]).toEqual([[], ["Put it in the second one"]]);
  });
  test.each([
    [
      "several things to do",
      "Findings:\n1. The index is missing\n2. The log is noisy\nWhich?",
      "implement 1 and 2",
    ],
    ["a question of a list", "Which?\n1. Are these fields right?\n2. Should it be public?", "1"],
    ["a no", "Which do you prefer?\n1. Should we keep the cache?\n2. Is a file enough?", "1. no"],
    ["an answer", "My questions:\n1. Postgres or a file?\n2. Any options for the log?", "1. a file"],
    ["a question back", letters, "b?"],
    ["a letter that is an article", letters, "a few more things first"],
    ["the next step", "Ready to commit?", "let's use the other branch"],
    ["a task", "Anything else?", "add a test for the login please"],
  ])("is not one when it is %s", (_, said, answer) => {
    const { inbox, store } = triageItems([claude(said), user(answer)]);
    const decided = inbox.filter(({ category }) => category === "DECISION");
    const chosen = store.filter(({ title }) => title.startsWith("You chose"));
    expect([...decided, ...chosen]).toEqual([]);
  });
  test("is also recognised in a later triage", () => {
    const { state } = triageItems([claude(letters)]);
    expect(triageItems([user("b")], { state }).inbox).toHaveLength(1);
  });
});

test.each([
  "For now I'll hardcode the list and clean it up later:",
  "Security - Added a limit of 100 requests per minute to the API",
  "The tests were failing because I forgot to export the helper. Fixed now.",
])("a statement by Claude about its own work is not a finding: %s", (text) => {
  expect(found(claude(text), user("ok"))).toEqual([]);
});
