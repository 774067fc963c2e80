// One statement, one item.
import { describe, expect, test } from "bun:test";
import { MAX_ALSO_SAID, mergeEvents, placeCandidates } from "../../../../src/memory/triage/merge.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import {
  answered,
  approved,
  claude,
  compacted,
  edited,
  failed,
  user,
} from "../../../helpers/triage-items.ts";

const titles = (...items: TranscriptItem[]) => triageItems(items).candidates.map(({ title }) => title);

test("a standing order ranks before the third answer of a session", () => {
  const colours = ["red", "green", "blue", "white", "black", "brown"];
  const answers = colours.map((colour) => answered(`Which shade of ${colour} for the shop?`, "The dark one"));
  const found = titles(...answers, user("from now on always use pnpm in this project"));
  expect(found).toHaveLength(5);
  expect(found).toContain("From now on always use pnpm in this project");
});

test("an answer that is already settled neither gives its place to an order nor takes one", () => {
  const entry = (title: string, score: number, patterns: string[], isSettled?: true) => ({
    ...{ title, score, patterns, evidence: [], fingerprint: title, ...(isSettled ? { isSettled } : {}) },
    category: patterns[0] === "answer" ? ("DECISION" as const) : ("PREFERENCE" as const),
  });
  const answers = [0.9, 0.8, 0.7, 0.6].map((score) => entry(`answer ${score}`, score, ["answer"]));
  const settled = entry("settled", 0.55, ["answer"], true);
  const order = entry("order", 0.5, ["statement"]);
  const none = { DECISION: 0, RUNBOOK: 0, CONSTRAINT: 0, TECH_DEBT: 0, PREFERENCE: 0, SESSION_SUMMARY: 0 };
  const { inbox } = placeCandidates([...answers, settled, order], none);
  expect(inbox.map(({ title }) => title)).toEqual([
    "answer 0.9",
    "answer 0.8",
    "answer 0.7",
    "settled",
    "order",
  ]);
});

test("the person's words before a quoted sentence of Claude's are kept", () => {
  const said = "The cache is written before the lock is taken, so it races.";
  const back = `Always use pnpm in this repository\nyou said: ${said} please fix the thing`;
  expect(titles(claude(said), user(back))).toEqual(["Always use pnpm in this repository"]);
});

describe("one item results from", () => {
  test("an answer and a later one to the same question: the later counts", () => {
    expect(titles(answered("Which store?", "SQLite"), answered("Which store?", "Postgres"))).toEqual([
      "Which store? Postgres",
    ]);
  });
  test("two answers to different questions: two items", () => {
    expect(
      titles(answered("Which store for orders?", "SQLite"), answered("Which store for users?", "SQLite")),
    ).toHaveLength(2);
  });
  test("the person's statement, and Claude's echo of it", () => {
    const wish = "I think it's better not to store any names in local storage";
    const echo = "Key decisions\n- Better not to store any names in the local storage (user)";
    expect(titles(user(wish), compacted(`## ${echo}`))).toEqual([
      "It's better not to store any names in local storage",
    ]);
  });
  test("the same words in other letters, in two categories", () => {
    const texts = [
      "we should keep one log for each worktree",
      "We should keep one log for each worktree, later",
    ];
    expect(titles(...texts.map(user))).toHaveLength(1);
  });
});

describe("no item results from", () => {
  test("a debt that is paid in the session", () => {
    const plan =
      "# Sync the shop\n\n## Approach\nPoll every minute.\n\n## Out of scope\n- Refunds of the old shop importer";
    const paid = claude("All done. I also implemented the refunds of the old shop importer.");
    expect(titles(approved(plan), paid, user("thanks"))).toEqual(["Sync the shop: poll every minute"]);
    expect(titles(approved(plan), claude("The shop syncs now."), user("thanks"))).toHaveLength(2);
  });
  test("an option that was not chosen when it was asked for again", () => {
    const first = answered("The replay can be fixed two ways. Which?", "Call Enabled then overlay data");
    const again = answered("Given the costs, how should the fix be shaped?", "Hermetic replay", {
      others: ["Call Enabled then overlay, as chosen"],
    });
    expect(titles(first, again)).toEqual(["Given the costs, how should the fix be shaped? Hermetic replay"]);
  });
  test("an option that is asked about anew, in other words", () => {
    const first = answered("How should the replay be fixed?", "Hermetic default, opt-in derive");
    const again = (question: string) =>
      titles(first, answered(question, "Fix the recorder", { others: ["Derive what is missing"] }));
    expect(
      again("The fix grew: a hermetic replay needs a new recorder. How far should the recorder go?"),
    ).toEqual(["How far should the recorder go? Fix the recorder"]);
    expect(again("For the hermetic replay, which recorder?")).toHaveLength(2);
  });
  test("something that the person replaces by something else", () => {
    const wish = user("we should start and join with the path of the file");
    expect(titles(wish, user("instead of the file to start and join can it make a short key?"))).toEqual([]);
    expect(titles(wish, user("instead of the long log can it print a short one?"))).toHaveLength(1);
  });
  test("something that the person removes again", () => {
    const ways =
      "How should the agents write?\n\nA) At once\nB) In turns, with a short lease\n\nWhich do you prefer?";
    const removed = answered("Should dual sessions keep an order?", "No, remove turn ordering");
    expect(titles(claude(ways), user("b"), removed)).toEqual([
      "Should dual sessions keep an order? No, remove turn ordering",
    ]);
  });
  test("a fix whose error comes back", () => {
    const fixed = claude(
      'The issue was that npm ci fails in containers with "Exit handler never called!". I changed it to npm install.',
    );
    expect(titles(fixed, user("ok"))).toHaveLength(1);
    expect(titles(fixed, user("it says: npm error Exit handler never called!"))).toEqual([]);
    expect(titles(fixed, user("ok"), ...failed("npm install", "Exit handler never called!"))).toEqual([]);
  });
  test("a cause that the person denies, that has no remedy, or that was fixed in the code", () => {
    const cause = "The issue is that the proxy has cached the old key.";
    const advice = claude(`${cause} You need to wait for a minute.`);
    expect(titles(advice, user("ok"))).toHaveLength(1);
    expect(titles(advice, user("I still see the old page"))).toEqual([]);
    expect(titles(claude(`${cause} That explains the errors.`), user("ok"))).toEqual([]);
    expect(titles(...edited("/work/shop/proxy.ts"), advice, user("ok"))).toEqual([]);
    const { events, state } = triageItems([advice]);
    const later = triageItems([user("I still see the old page")], { state }).events;
    const known = mergeEvents([], events);
    expect(known.map(({ category }) => category)).toEqual(["RUNBOOK"]);
    expect(mergeEvents(known, later).filter(({ category }) => category === "RUNBOOK")).toEqual([]);
  });
  test("decisions about the person's own settings", () => {
    const ways = "Options for the colour of the battery:\n1. Leave the green\n2. A gradient to teal";
    const edits = (path: string) => titles(claude(ways), user("2"), ...edited(path), user("thanks"));
    expect(edits("/home/me/.prompt.json")).toEqual([]);
    expect(edits("/home/me/shop/.prompt.json")).toHaveLength(1);
    const wish = user("we should use colours that are closer to each other");
    const { candidates, alsoSaid } = triageItems([wish, ...edited("/home/me/.prompt.json"), user("thanks")]);
    expect(candidates).toEqual([]);
    expect(alsoSaid.map(({ title }) => title)).toEqual([
      "We should use colours that are closer to each other",
    ]);
  });
  test("what the person takes back, by its name or at once", () => {
    const order = user("From now on always use pnpm in the shop.");
    expect(titles(order, user("never mind"))).toEqual([]);
    expect(titles(order, user("Never push to main."), user("forget about pnpm"))).toEqual([
      "Never push to main.",
    ]);
    expect(titles(order, user("forget about yarn"))).toHaveLength(1);
  });
});

describe("the inbox of a session", () => {
  test("has five items at most, the best first, and the person's other statements below", () => {
    const wishes = ["red", "green", "blue", "black"].map((name) =>
      user(`we should have a ${name} button there`),
    );
    const orders = ["pnpm", "vitest", "biome"].map((name) => user(`From now on always use ${name}.`));
    const { candidates, alsoSaid } = triageItems([...wishes, ...orders]);
    expect(candidates).toHaveLength(5);
    expect(candidates.slice(0, 3).map(({ title }) => title)).toEqual([
      "From now on always use pnpm.",
      "From now on always use vitest.",
      "From now on always use biome.",
    ]);
    expect(candidates.map(({ score }) => score)).toEqual(
      candidates.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    expect(alsoSaid.map(({ title }) => title)).toEqual([
      "We should have a blue button there",
      "We should have a black button there",
    ]);
  });
  test("keeps a bounded number of other statements", () => {
    const many = Array.from({ length: 60 }, (_, n) => user(`the machine${n} runs in room${n} of house${n}`));
    expect(triageItems(many).alsoSaid).toHaveLength(MAX_ALSO_SAID);
  });
});
