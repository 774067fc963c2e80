import { describe, expect, test } from "bun:test";
import { triageItems } from "../../../../src/memory/triage/triage.ts";
import { wordingOf } from "../../../../src/memory/triage/wording/wording.ts";
import { claude, user } from "../../../helpers/triage-items.ts";

const DEBT =
  "i cheated a bit with the collision, everything is a circle. polygons come whenever i feel like doing math again";

function heard(...items: ReturnType<typeof user>[]) {
  return triageItems(items).candidates.map(({ category, patterns }) => `${category} ${patterns.join(" ")}`);
}

describe("what no pattern knows, but what is worded as such things are", () => {
  test.each([
    ["DECISION decision.wording", "we took the MIT licence in the end, add the file and the headers"],
    [
      "RUNBOOK runbook.wording",
      "my fault, had the staging key in .env. swapped in the live one and stripe stopped saying No such customer",
    ],
    [
      "CONSTRAINT constraint.wording",
      "payments team ships their v3 in march. before that there is no endpoint for partial refunds",
    ],
    ["TECH_DEBT tech-debt.wording", DEBT],
    [
      "PREFERENCE preference.wording",
      "run the linter yourself before telling me you're done, i shouldn't be the one finding unused imports",
    ],
  ])("is found: %s", (found, text) => {
    expect(heard(user(text))).toEqual([found]);
  });

  test("is named by all of it when it is short, else by what tells it most", () => {
    const [short] = triageItems([user(DEBT)]).candidates;
    expect(short).toMatchObject({ evidence: [{ line: DEBT, who: "user", why: "worded as debts are" }] });
    expect(short?.title.toLowerCase()).toBe(DEBT);
    const remedy = "cast the param to bigint, p99 went from 9s to 40ms and the alarms are silent";
    const fault = "it was never the network, the sql had an implicit cast so it didnt use the index.";
    const [long] = triageItems([user(`${fault} ${remedy}`)]).candidates;
    expect(long).toMatchObject({ category: "RUNBOOK", patterns: ["runbook.wording"] });
    expect(long?.title.toLowerCase()).toBe(remedy);
  });

  test("is weak evidence, which feedback can silence", () => {
    const [one] = triageItems([user(DEBT)]).candidates;
    expect(one?.score).toBeLessThan(0.6);
    expect(triageItems([user(DEBT)], { weights: { "tech-debt.wording": 0.5 } }).candidates).toEqual([]);
  });

  test("is not looked for beside what is heard clearly", () => {
    expect(heard(user("From now on always use pnpm for the packages here."))).toHaveLength(1);
  });

  test("leaves a weak pattern out beside what it clearly is", () => {
    const [only, ...others] = heard(user("note to self: the vendor API only allows 100 rows per page"));
    expect(only).toStartWith("CONSTRAINT ");
    expect(others).toEqual([]);
  });

  test("takes nothing away of what was answered", () => {
    const asked = claude("Should I store the sessions in Redis or in Postgres?");
    const answer = "postgres. and can you show me the diff of the last file you changed, it looks off to me";
    expect(heard(asked, user(answer))).toEqual(["DECISION decision.reply"]);
  });

  test("is not heard in what is taken back in the same breath", () => {
    expect(
      heard(user("Their gateway only allows 20 requests per minute. They raised it last week.")),
    ).toEqual([]);
  });
});

describe("no wording is weighed", () => {
  test.each([
    ["few words", "yes go on"],
    ["a question", "is it fine that the collision is a circle, or shall the polygons come now?"],
    ["the beginning of a list", "these are the things that are left for me to do here:"],
    ["a link", "the polygons are described at https://example.com/polygons, have a look there please"],
    ["code", "```\nconst later = 'polygons come whenever i feel like doing math again';\n```"],
  ])("in %s", (_, text) => {
    expect(wordingOf({ who: "user", text, weight: 1, refusal: false })).toBeNull();
  });

  test("in what was pasted, and in what tools say", () => {
    expect(wordingOf({ who: "user", text: DEBT, weight: 0.4, refusal: false })).toBeNull();
    expect(wordingOf({ who: "tool", text: DEBT, weight: 1, refusal: false })).toBeNull();
  });
});

test.each([
  "die Kollision ist nur ein Kreis, die Polygone kommen irgendwann, wenn ich wieder Lust auf Mathe habe",
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore",
])("a text in words that were never seen says nothing: %s", (text) => {
  expect(heard(user(text), claude(text))).toEqual([]);
});
