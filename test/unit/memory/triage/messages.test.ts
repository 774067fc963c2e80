import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, ran, user } from "../../../helpers/triage-items.ts";

const triage = (...items: TranscriptItem[]) => triageItems(items);
const inbox = (...items: TranscriptItem[]) =>
  triage(...items).candidates.map(({ category, title, patterns }) => [patterns[0], category, title]);
const said = (...items: TranscriptItem[]) => triage(...items).alsoSaid.map(({ title }) => title);

describe("a correction", () => {
  test.each([
    [
      "the stop hook is not correct, that is at the end of a turn",
      "CONSTRAINT",
      "The stop hook is not correct, that is at the end of a turn",
    ],
    [
      "did we not go through this before, you don't have docker here",
      "CONSTRAINT",
      "You don't have docker here",
    ],
    [
      "No, that is not correct: you don't have docker here, use the local services.",
      "CONSTRAINT",
      "You don't have docker here, use the local services.",
    ],
    [
      "no, the export belongs into the worker and nowhere else",
      "CONSTRAINT",
      "The export belongs into the worker and nowhere else",
    ],
    ["no need to run the tests every time", "PREFERENCE", "No need to run the tests every time"],
    ["no comments in the generated code please", "PREFERENCE", "No comments in the generated code"],
  ])("%s", (text, category, title) => {
    expect(inbox(claude("Done."), user(text))).toEqual([["correction", category as string, title]]);
  });
  test.each([
    "no, that has already been fixed on main",
    "that's not the branch I was looking for",
    "is that not correct?",
    "ok, now how am I meant to get in there?",
    "those are good too, but what I actually meant are the tests in e2e",
  ])("is not one if it is only for the moment: %s", (text) => {
    expect(inbox(claude("Done."), user(text))).toEqual([]);
  });
});

describe("a statement of how it should be", () => {
  test.each([
    ["I think it's better not to store names in the browser", "DECISION"],
    ["let's not leave all the tests to the very end...", "PREFERENCE"],
    ["I want to build the export as a separate feature", "TECH_DEBT"],
    ["we should have one log for each worktree", "DECISION"],
  ])("%s", (text, category) => {
    expect(inbox(user(text))).toMatchObject([["wish", category, expect.any(String)]]);
  });
  test.each([
    "I want you to analyse the design of the site",
    "I think we should look at the bug in the parser",
    "can you add a test please",
    "maybe we should use a queue",
    "Should we prefer redis over the file cache?",
    "Can it warn instead? Can we prefer the warning to the error?",
  ])("is not a task, a fault, a guess or a question: %s", (text) => {
    expect(inbox(user(text))).toEqual([]);
  });
  test.each([
    "I see these options:\n- always use redis for the sessions\n- never use redis for the sessions\nwhat now?",
    "1. always use redis for the sessions\n2. never use redis for the sessions\nwhich one is better?",
  ])("is not one of the options that Claude should compare: %s", (text) => {
    expect([inbox(user(text)), said(user(text))]).toEqual([[], []]);
  });
  test("may be an entry of another list", () => {
    const text = "some rules:\n- always use pnpm here\n- never use yarn here\nwhich files have to change?";
    expect(inbox(user(text))).toHaveLength(2);
  });
});

test("the same method requested again is a preference", () => {
  const again = inbox(user("write the plan with sonnet 5 please"), user("go on but use sonnet 5 for it"));
  expect(again).toEqual([["repeated-wish", "PREFERENCE", "Use sonnet 5 for it"]]);
  expect(inbox(user("go on but use sonnet 5 for it"), user("go on but use sonnet 5 for it"))).toEqual([]);
});

describe("another statement of the person", () => {
  test("is listed below the inbox, once", () => {
    const text = "docker is running on your host";
    expect(inbox(user(text), user(text))).toEqual([]);
    expect(said(user(text), user("Docker is running on your host!"))).toEqual([
      "Docker is running on your host",
    ]);
  });
  test("joins the part of its message that is in the inbox", () => {
    const text = "The label goes, it all depends on the configuration. From now on always use pnpm.";
    expect(inbox(user(text))).toMatchObject([["statement", "PREFERENCE", "From now on always use pnpm."]]);
    expect(said(user(text))).toEqual([]);
    expect(triage(user(text)).candidates[0]?.evidence[1]?.line).toBe(text);
  });
  test("is one line per message, with the sentence that states the wish", () => {
    const text = "The page is slow since last week. I don't want any spinner on the page of a guest.";
    const { candidates, alsoSaid } = triageItems([user(text)], { thresholds: { DECISION: 1 } });
    expect([candidates, alsoSaid.map(({ title }) => title)]).toEqual([
      [],
      ["I don't want any spinner on the page of a guest."],
    ]);
    expect(alsoSaid[0]?.evidence[1]?.line).toBe(text);
  });
  test.each([
    [
      "the answer, not the question after it",
      "six groups, drop the harness, keep the docs commit. Should we also drop the golden tests?",
      "Six groups, drop the harness, keep the docs commit.",
    ],
  ])("is titled by %s", (_, text, title) => {
    expect(said(claude("Done."), user(text))).toEqual([title]);
  });
  test("may answer option by option", () => {
    const ways = claude("Should it be:\n\nA) Set once, at the end\nB) Updated with each save");
    const reply =
      "I checked the docs of both.\nA) that's when they close it\nB) I want to build this as a separate feature (lastUse)";
    expect(said(ways, user(reply))).toEqual(["I want to build this as a separate feature (lastUse)"]);
  });
  test("is cut only at the end of a sentence, and otherwise says so", () => {
    const long = `The ${"quarterly report of the northern region ".repeat(5)}has the wrong totals, because the rates are old.`;
    expect(said(user(`${long} Its header is missing a date too.`))[0]).toMatch(/^The quarterly .*…$/);
  });
  test.each([
    [
      "a console's",
      "this is the console:\n❯ commit it please\n\n⏺ Done! Committed the note on the shop's branch.",
    ],
    [
      "a script's",
      "=== Step 3: read the table ===\nRows of the table: 2\n\nThe folder of the run: /tmp/run.1",
    ],
    ["a program's", 'ERROR: the table of the orders was not found in "shop"'],
    ["a command", "and /review-the-open-requests"],
  ])("is never %s", (_whose, text) => {
    expect(said(user(text))).toEqual([]);
  });
  test("is what they typed beside a paste", () => {
    const text =
      'the colours of the footer are too dark for me.\n\n{\n  "footer": "#123",\n  "rest": true\n}';
    const { alsoSaid } = triage(user(text));
    expect(alsoSaid.map(({ evidence }) => evidence[0]?.line)).toEqual([
      "the colours of the footer are too dark for me.",
    ]);
  });
  test("is not what Claude said before, in this triage or an earlier one", () => {
    const told = claude(
      "**The lock:** each worker holds the lock of its `own` queue until it is done. Never share a lock.",
    );
    const back = user(
      "can you clarify: each worker holds the lock of its own queue until it is done. Never share a lock.",
    );
    expect(inbox(told, back)).toEqual([]);
    expect(said(told, back)).toEqual([]);
    const { state } = triage(told);
    expect(triageItems([back], { state })).toMatchObject({ candidates: [], alsoSaid: [] });
    expect(inbox(back)).toHaveLength(1);
  });
  test("is not what Claude said before its last tool call", () => {
    const rule = "We should always keep the connection pool below ten connections per worker.";
    const turn = [user("look at it"), claude(rule), ...ran("ls"), claude("Done.")];
    expect(inbox(...turn, user(rule))).toEqual([]);
    expect(inbox(user(rule))).toHaveLength(1);
    const { state } = triage(...turn);
    expect(triageItems([user(rule)], { state }).candidates).toEqual([]);
  });
  test("keeps its no behind Claude's question", () => {
    const asked = claude("Do you want me to add a second copy of the original content?");
    expect(said(asked, user("no, this is fine. can you review the scenarios?"))).toEqual([
      "Add a second copy of the original content? No, this is fine.",
    ]);
    expect(inbox(asked, user("No I think this is fine and has too much risk"))).toMatchObject([
      ["correction", "CONSTRAINT", expect.stringContaining("content? No, this is fine and has")],
    ]);
  });
  test("may repeat the words of Claude's question", () => {
    const asked = claude("Shall I put the new lock in the handler of the queue, or in the worker?");
    expect(inbox(asked, user("put the new lock in the handler of the queue"))).toHaveLength(1);
  });
  test("may have the form of a question", () => {
    expect(said(user("the list holds the names of all before, right?"))).toHaveLength(1);
    expect(said(user("can the gate block at a high score? can we warn below a score of two?"))).toHaveLength(
      1,
    );
  });
  test.each([
    ["a question", "why does the page have three colours?"],
    ["a bare yes", "yes please go ahead and do it"],
    ["a few words", "still too hard"],
    [
      "the client's own text",
      '{"task_id":"a1","description":"Run the tests of the shop","task_type":"local_bash"}',
    ],
    ["printed by a terminal", "=== Step 6: Verify the branch ===\nERROR: the branch does not exist here"],
    ["a long prompt", "The importer reads all files of the folder and sorts them. ".repeat(20)],
  ])("is not %s", (_, text) => {
    expect(said(user(text))).toEqual([]);
  });
});

test("the text of a long prompt carries nothing", () => {
  const text = `${"The importer reads all files of the folder. ".repeat(15)}From now on always use pnpm.`;
  expect(inbox(user(text))).toEqual([]);
});

describe("text pasted into a prompt", () => {
  const decided = "We decided to use Postgres because it has JSONB.";
  const review = `${"The handler is called twice for each request. ".repeat(5)}\n${decided}`;
  test.each([
    ["below a line that announces it", `here is the review feedback:\n\n${review}`],
    ["with headings", `## Summary\n${decided}\n\n## Findings\nnone`],
    ["with bold labels", `**One** ${decided}\n**Two** b\n**Three** c`],
    ["from another conversation", `User: which one?\nAssistant: ${decided}`],
    ["from a terminal", `it printed this\n${decided}        \n  and then stopped        `],
    ["in quotation marks", `I got this: "${decided} It is also what the team knows best." What now?`],
  ])("carries nothing: %s", (_, prompt) => {
    expect(inbox(user(prompt))).toEqual([]);
  });
});
