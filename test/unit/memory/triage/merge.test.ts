// One statement, one item.
import { describe, expect, test } from "bun:test";
import { MAX_STORED } from "../../../../src/memory/triage/merge.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { answered, approved, claude, compacted, user } from "../../../helpers/triage-items.ts";

const titles = (...items: TranscriptItem[]) => triageItems(items).inbox.map(({ title }) => title);

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
    const wish = "From now on never store any names in local storage";
    const echo = "Key decisions\n- Never store any names in the local storage (user)";
    expect(titles(user(wish), compacted(`## ${echo}`))).toEqual([
      "From now on never store any names in local storage",
    ]);
  });
  test("the same words in other letters, in two categories", () => {
    const texts = [
      "from now on keep one log for each worktree",
      "From now on keep one log for each worktree, later",
    ];
    expect(titles(...texts.map(user))).toHaveLength(1);
  });
});

test("a session of a thousand messages is merged in reasonable time", () => {
  const words = ["elephants", "zebras", "lions", "tigers", "bears", "wolves"];
  const message = (n: number) =>
    user(`message ${n} about ${words[n % 6]} in the ${n % 7}th enclosure ${"near the gate ".repeat(n % 20)}`);
  const startedAt = performance.now();
  expect(triageItems(Array.from({ length: 1000 }, (_, n) => message(n))).store.length).toBeGreaterThan(0);
  expect(performance.now() - startedAt).toBeLessThan(8000);
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
  test("has all items of its sources, and the person's other statements in the store", () => {
    const wishes = ["red", "green"].map((name) => user(`we should have a ${name} button there`));
    const names = ["pnpm", "vitest", "biome", "redis", "sqlite", "nginx", "docker"];
    const { inbox, store } = triageItems([
      ...wishes,
      ...names.map((name) => answered(`Which tool for ${name.toUpperCase()} jobs?`, name)),
    ]);
    expect(inbox).toHaveLength(names.length);
    expect(store.map(({ title }) => title)).toEqual([
      "We should have a red button there",
      "We should have a green button there",
    ]);
  });
  test("keeps a bounded number of other statements", () => {
    const many = Array.from({ length: 2 * MAX_STORED }, (_, n) =>
      user(`the machine${n} runs in room${n} of house${n}`),
    );
    expect(triageItems(many).store).toHaveLength(MAX_STORED);
  });
});
