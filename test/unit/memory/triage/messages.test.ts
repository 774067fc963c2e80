import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, ran, user } from "../../../helpers/triage-items.ts";

const triage = (...items: TranscriptItem[]) => triageItems(items);
const inbox = (...items: TranscriptItem[]) =>
  triage(...items).inbox.map(({ category, title, patterns }) => [patterns[0], category, title]);
const said = (...items: TranscriptItem[]) => triage(...items).store.map(({ title }) => title);

describe("what the person only wishes or corrects", () => {
  test.each([
    ["no, the export belongs into the worker and nowhere else", "wish"],
    ["I think it's better not to store names in the browser", "wish"],
    ["let's not leave all the tests to the very end...", "wish"],
    ["I want to build the export as a separate feature", "wish"],
    ["I want you to analyse the design of the site", "said"],
    ["I think we should look at the bug in the parser", "said"],
    ["maybe we should use a queue", "said"],
  ])("is stored, not in the inbox: %s", (text, source) => {
    const { inbox, store } = triage(claude("Done."), user(text));
    expect([inbox, store.map(({ patterns }) => patterns)]).toEqual([[], [[source]]]);
  });
});

describe("a standing order", () => {
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

describe("another statement of the person", () => {
  test("is stored once", () => {
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
    expect(triage(user(text)).inbox[0]?.evidence[1]?.line).toBe(text);
  });
  test("is one line per message, with the sentence that states the wish", () => {
    const text = "The page is slow since last week. I don't want any spinner on the page of a guest.";
    const { inbox, store } = triageItems([user(text)]);
    expect([inbox, store.map(({ title }) => title)]).toEqual([
      [],
      ["I don't want any spinner on the page of a guest."],
    ]);
    expect(store[0]?.evidence[0]?.line).toBe(text);
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
    const { store } = triage(user(text));
    expect(store.map(({ evidence }) => evidence[0]?.line)).toEqual([
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
    expect(triageItems([back], { state })).toMatchObject({ inbox: [], store: [] });
    expect(inbox(back)).toHaveLength(1);
  });
  test("is not what Claude said before its last tool call", () => {
    const rule = "We should always keep the connection pool below ten connections per worker.";
    const turn = [user("look at it"), claude(rule), ...ran("ls"), claude("Done.")];
    expect(said(...turn, user(rule))).toEqual([]);
    expect(said(user(rule))).toHaveLength(1);
    const { state } = triage(...turn);
    expect(triageItems([user(rule)], { state }).inbox).toEqual([]);
  });
  test("keeps its no behind Claude's question", () => {
    const asked = claude("Do you want me to add a second copy of the original content?");
    expect(said(asked, user("no, this is fine. can you review the scenarios?"))).toEqual([
      "Add a second copy of the original content? No, this is fine.",
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

test("of a long prompt only standing orders are found", () => {
  const filler = "The importer reads all files of the folder. ".repeat(15);
  const text = `${filler}We decided to use Postgres because it has JSONB. Upgrade all; never downgrade libraries.`;
  expect(inbox(user(text))).toMatchObject([["statement", "PREFERENCE", "Never downgrade libraries."]]);
  expect(inbox(user(`${filler}\nhere is the review:\n${filler}\nNever downgrade libraries.`))).toEqual([]);
});

test("a standing order that points at something else is titled by the part that does not", () => {
  expect(inbox(user("squash them, do not run the whole suite every time"))).toMatchObject([
    ["statement", "PREFERENCE", "Do not run the whole suite every time"],
  ]);
  expect(inbox(user("from now on do it like that"))).toEqual([]);
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
