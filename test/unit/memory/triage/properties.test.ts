import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Category } from "../../../../src/memory/memory.ts";
import { mergeEvents } from "../../../../src/memory/triage/merge.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, edited, failed, ran, user } from "../../../helpers/triage-items.ts";

type Said = Exclude<Category, "SESSION_SUMMARY">;

/** Each says something for one category and for no other. */
const SAYINGS: Record<Said, (n: number) => TranscriptItem[]> = {
  DECISION: (n) => [user(`We decided to use store${n} because it has JSONB.`)],
  RUNBOOK: (n) => [
    user(`The build${n} failed with ENOENT. Root cause: stale lockfile; fixed by deleting it.`),
  ],
  CONSTRAINT: (n) => [user(`Turns out the API has a hard rate limit of ${n + 10} requests a minute.`)],
  TECH_DEBT: (n) => [
    user(`Skipping retries in job${n} for now, we'll address it later because of the deadline.`),
  ],
  PREFERENCE: (n) => [user(`From now on always use tool${n}.`)],
};
const CATEGORIES = Object.keys(SAYINGS) as Said[];

/** The titles in the inbox, by category. */
function foundIn(items: TranscriptItem[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { category, title } of triageItems(items).inbox)
    found[category] = [...(found[category] ?? []), title].toSorted();
  return found;
}

/** Some of these run all signals hundreds of times. */
const LONG = 120_000;

const UNRELATED = [
  "The page shows three columns and a footer.",
  "Open the settings file and read the second section.",
  "It is in the standard library.",
  "Thanks, that looks nice.",
  "How does the router find the page?",
  "Here is the list of files in the folder.",
];

const unrelated = fc
  .array(fc.tuple(fc.constantFrom(...UNRELATED), fc.boolean()), { maxLength: 8 })
  .map((lines) => lines.map(([text, byUser]) => (byUser ? user(text) : claude(text))));
const category = fc.constantFrom(...CATEGORIES);

describe("what is found", () => {
  test("has every category, alone", () => {
    for (const name of CATEGORIES) {
      const fired = triageItems(SAYINGS[name](1)).inbox.map((one) => one.category);
      expect([...new Set(fired)], name).toEqual([name]);
    }
  });
  test("is the same twice, whatever is said", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 200 }), { maxLength: 6 }), (texts) => {
        const items = texts.flatMap((text) => [user(text), claude(text)]);
        expect(foundIn(items)).toEqual(foundIn(items));
      }),
      { numRuns: 60 },
    );
  });
  test(
    "is not changed by an unrelated line",
    () => {
      fc.assert(
        fc.property(category, unrelated, (name, others) => {
          const alone = foundIn(SAYINGS[name](1));
          const among = foundIn([...others, ...SAYINGS[name](1), ...others]);
          for (const each of CATEGORIES) expect(among[each], each).toEqual(alone[each]);
        }),
      );
    },
    LONG,
  );
  test(
    "does not depend on the position of unrelated text",
    () => {
      fc.assert(
        fc.property(fc.shuffledSubarray([...CATEGORIES, ...UNRELATED], { minLength: 11 }), (order) => {
          const items = order.flatMap((one) => (one in SAYINGS ? SAYINGS[one as Said](1) : [user(one)]));
          const sorted = CATEGORIES.flatMap((name) => SAYINGS[name](1));
          const [found, expected] = [foundIn(items), foundIn(sorted)];
          for (const name of CATEGORIES) expect(found[name], name).toEqual(expected[name]);
        }),
      );
    },
    LONG,
  );
});

describe("triage in pieces", () => {
  test("finds what triage of the whole finds, wherever the cut is", () => {
    const whole = [
      ...CATEGORIES.flatMap((name) => SAYINGS[name](1)),
      ...failed("make all", "error: no rule to make target"),
      ...edited("/work/shop/Makefile"),
      ...ran("make all", "ok"),
    ];
    const all = mergeEvents([], triageItems(whole).events);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length }), (cut) => {
        const first = triageItems(whole.slice(0, cut));
        const second = triageItems(whole.slice(cut), { state: first.state });
        const both = mergeEvents(mergeEvents([], first.events), second.events);
        const known = (list: typeof all) => new Set(list.map(({ fingerprint }) => fingerprint));
        expect(known(both)).toEqual(known(all));
      }),
    );
  });
});
