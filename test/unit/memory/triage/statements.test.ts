import { describe, expect, test } from "bun:test";
import type { Category } from "../../../../src/memory/memory.ts";
import { STATEMENTS } from "../../../../src/memory/triage/statements/statements.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import musts from "../../../fixtures/triage/musts.json" with { type: "json" };
import { claude, refused, user } from "../../../helpers/triage-items.ts";

const EXAMPLES: Record<string, string[]> = {
  DECISION: [
    "We decided against a monorepo.",
    "ok, I've finally settled on Preact",
    "The team has agreed to drop Node 18.",
    "Wir haben uns auf Svelte geeinigt.",
    "Gestern haben wir beschlossen, Redis zu streichen.",
    "Al final hemos elegido SQLite.",
    "Optamos por una sola cola.",
    "大家一致决定放弃这个框架。",
  ],
  PREFERENCE: [
    "from now on commit each step alone",
    "Going forward, name branches after the issue.",
    "In future please ask before you install anything.",
    "Never push to main.",
    "please always run the linter first",
    "You must never edit generated files.",
    "I prefer small commits.",
    "We generally prefer fakes over mocks.",
    "Stop adding comments to every line.",
    "Don't commit without asking.",
    "squash them, do not run the whole suite every time",
    "Do not rebuild the site on every run.",
    "To be clear: don't use the mail server.",
    "Whenever you change the schema, update the docs.",
    "Run the linter before each commit.",
    "Ab sofort bitte nur noch kleine Commits.",
    "In Zukunft erst fragen, dann installieren.",
    "De ahora en adelante escribe los mensajes en inglés.",
    "以后不要直接推送到主分支。",
  ],
  CONSTRAINT: [
    "Their gateway only allows 20 requests per minute.",
    "Uploads are capped at 50 MB by the hoster.",
  ],
  RUNBOOK: ["The build crashed with ENOSPC. Fixed by pruning the cache."],
  TECH_DEBT: ["We're skipping the retries for now and add them later."],
};

describe("a plain statement", () => {
  const cases = Object.entries(EXAMPLES).flatMap(([category, texts]) =>
    texts.map((text) => [category, text] as const),
  );
  test.each(cases)("%s: %s", (category, text) => {
    const { inbox } = triageItems([user(text)]);
    expect(inbox).toMatchObject([{ category, patterns: ["statement"] }]);
  });

  test("has an example here for each pattern", () => {
    for (const [category, statements] of Object.entries(STATEMENTS))
      for (const { pattern } of statements)
        expect(
          EXAMPLES[category]?.some((text) => pattern().test(bare(text))),
          String(pattern()),
        ).toBe(true);
  });
});

/** As the patterns see it. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/^(?:(?:please|ok|squash them|to be clear|bitte|por favor)[,:]? )+|^you must /, "");

describe("these are not statements:", () => {
  test.each([
    "Never mind!",
    "I never thought of that",
    "it always fails on the second run",
    "The cursor always jumps to the end.",
    "don't check this in",
    "don't worry about it",
    "I don't think we need a loop here",
    "Do not commit yet.",
    "Should we from now on use tabs?",
    "in the future we might need a queue",
    "If we decided on Kafka, how long would it take?",
    "until we agreed on a format it was chaos",
    "the user decided to split the commit",
    "it can be fixed by restarting, but the build failed again",
    "add a limit of 20 items to the list",
    "a field for things that are left open for now, which we look at later",
    "Haben wir uns schon entschieden?",
    "Wenn wir uns für Redis entschieden haben, sag Bescheid.",
    "¿Decidimos usar Redis?",
    "我们是否决定使用 Redis？",
  ])("%s", (text) => {
    expect(triageItems([user(text)]).inbox).toEqual([]);
  });
});

describe("only what the person typed is read", () => {
  const firing = musts.filter(({ fires }) => fires.length > 0);

  test("also when it refuses a tool call", () => {
    for (const { text, fires } of firing) {
      const found: Category[] = triageItems([refused(text)]).inbox.map(({ category }) => category);
      expect(found, text).toEqual(expect.arrayContaining(fires));
    }
  });

  test("but not Claude's report or repetition of the same words", () => {
    for (const { text } of musts) expect(triageItems([claude(text)]).inbox, text).toEqual([]);
  });
});

test("an error is listed together with its fix", () => {
  const said = "The image did not build. The log says ENOSPC, an error of the disk. It was fixed by pruning.";
  const [one, ...others] = triageItems([user(`Look at this. ${said}`)]).inbox;
  expect(others).toEqual([]);
  expect(one?.title).toBe("The log says ENOSPC, an error of the disk. It was fixed by pruning.");
});
