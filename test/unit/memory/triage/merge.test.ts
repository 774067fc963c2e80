// One statement, one item.
import { describe, expect, test } from "bun:test";
import { MAX_ALSO_SAID } from "../../../../src/memory/triage/merge.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { answered, approved, claude, compacted, user } from "../../../helpers/triage-items.ts";

const titles = (...items: TranscriptItem[]) => triageItems(items).candidates.map(({ title }) => title);

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

test("a session of a thousand messages is merged in reasonable time", () => {
  const words = ["elephants", "zebras", "lions", "tigers", "bears", "wolves"];
  const message = (n: number) =>
    user(`message ${n} about ${words[n % 6]} in the ${n % 7}th enclosure ${"near the gate ".repeat(n % 20)}`);
  const startedAt = performance.now();
  expect(triageItems(Array.from({ length: 1000 }, (_, n) => message(n))).alsoSaid).toHaveLength(
    MAX_ALSO_SAID,
  );
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
