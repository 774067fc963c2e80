import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { approved, claude, compacted, user } from "../../../helpers/triage-items.ts";

const limitsOf = (items: TranscriptItem[]) =>
  triageItems(items)
    .candidates.filter(({ category }) => category === "CONSTRAINT")
    .map(({ title }) => title);

describe("what is held as given", () => {
  test("is found behind a colon in the summary of a compaction, each part alone", () => {
    const summary =
      "Environment notes: the build hosts have no outbound network; uploads above 50 MB are cut off by the gateway.";
    expect(limitsOf([compacted(summary)])).toHaveLength(2);
  });

  test("is found below its heading in an approved plan, and ends with the list", () => {
    const plan =
      "# Sync\n\n## Constraints\n- the till accepts at most 200 articles\n- no writes while the shop is open\n\n## Steps\n1. only the reader\n2. the writer must follow";
    expect(limitsOf([approved(plan)])).toEqual([
      "The till accepts at most 200 articles",
      "No writes while the shop is open",
    ]);
  });

  test.each(["Constraints: none.", "Environment: a laptop with two screens and a dock"])(
    "is nothing in %p",
    (summary) => {
      expect(limitsOf([compacted(summary)])).toEqual([]);
    },
  );
});

describe("a no to what Claude asked", () => {
  test.each([
    ["May I add a column to the orders table?", "no, accounting owns it and only releases in january"],
    ["Could we move this to a worker?", "nope, the shared host kills everything that isn't apache"],
  ])("is a limit when it says how things are: %s %s", (question, reply) => {
    expect(limitsOf([claude(question), user(reply)]).length).toBeGreaterThan(0);
  });

  test.each([
    ["Should I extract this into a helper?", "no, keep it inline please, only easier to read"],
    ["Should I commit this?", "no, the client's branch has to be merged by me"],
    ["I moved it to a worker.", "no, accounting owns it and only releases in january then"],
    ["Does it work now?", "no, the page is still broken, it doesn't load"],
  ])("is none when it is a wish, about the next step or about nothing asked: %s %s", (question, reply) => {
    const { candidates } = triageItems([claude(question), user(reply)]);
    expect(candidates.flatMap(({ patterns }) => patterns)).not.toContain("constraint.denial");
  });
});
