import { describe, expect, test } from "bun:test";
import type { Category } from "../../../../src/memory/memory.ts";
import {
  CONSTRAINT_STATEMENTS,
  DECISION_STATEMENTS,
  RUNBOOK_STATEMENTS,
  TECH_DEBT_STATEMENTS,
} from "../../../../src/memory/triage/statements/facts.ts";
import { PREFERENCE_STATEMENTS } from "../../../../src/memory/triage/statements/preference.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import musts from "../../../fixtures/triage/musts.json" with { type: "json" };
import { claude, refused, user } from "../../../helpers/triage-items.ts";

const EXAMPLES: Record<string, string[]> = {
  "decision.decided": [
    "We decided against a monorepo.",
    "ok, I've finally settled on Preact",
    "The team has agreed to drop Node 18.",
  ],
  "decision.label-said": ["Decision: one queue for each tenant."],
  "decision.de": ["Wir haben uns auf Svelte geeinigt.", "Gestern haben wir beschlossen, Redis zu streichen."],
  "decision.es": ["Al final hemos elegido SQLite.", "Optamos por una sola cola."],
  "decision.zh": ["大家一致决定放弃这个框架。"],
  reason: ["We chose Bun because it starts faster."],
  "preference.from-now-on": [
    "from now on commit each step alone",
    "Going forward, name branches after the issue.",
    "In future please ask before you install anything.",
  ],
  "preference.always": [
    "Never push to main.",
    "please always run the linter first",
    "You must never edit generated files.",
  ],
  "preference.prefer": ["I prefer small commits.", "We generally prefer fakes over mocks."],
  "preference.stop": [
    "Stop adding comments to every line.",
    "Don't commit without asking.",
    "squash them, do not run the whole suite every time",
  ],
  "preference.do-not": ["Do not rebuild the site on every run.", "To be clear: don't use the mail server."],
  "preference.order-habit": [
    "Whenever you change the schema, update the docs.",
    "Run the linter before each commit.",
  ],
  "preference.de": ["Ab sofort bitte nur noch kleine Commits.", "In Zukunft erst fragen, dann installieren."],
  "preference.de-always": ["Bitte nie direkt auf main pushen."],
  "preference.es": ["De ahora en adelante escribe los mensajes en inglés."],
  "preference.es-always": ["Por favor, nunca borres las ramas.", "Usa siempre comillas dobles."],
  "preference.zh": ["以后不要直接推送到主分支。"],
  "constraint.amount": [
    "Their gateway only allows 20 requests per minute.",
    "Uploads are capped at 50 MB by the hoster.",
  ],
  "constraint.policy": [
    "We're not allowed to store names.",
    "Company policy forbids packages without a licence.",
  ],
  "runbook.plain": ["The build crashed with ENOSPC. Fixed by pruning the cache."],
  "tech-debt.plain": ["We're skipping the retries for now and add them later."],
};

describe("each statement is found by its name in", () => {
  const cases = Object.entries(EXAMPLES).flatMap(([id, texts]) => texts.map((text) => [id, text] as const));
  test.each(cases)("%s: %s", (id, text) => {
    expect(triageItems([user(text)]).candidates.flatMap(({ patterns }) => patterns)).toContain(id);
  });

  test("an example here", () => {
    const all = [
      ...DECISION_STATEMENTS,
      ...PREFERENCE_STATEMENTS,
      ...CONSTRAINT_STATEMENTS,
      ...RUNBOOK_STATEMENTS,
      ...TECH_DEBT_STATEMENTS,
    ];
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });
});

describe("no statement is", () => {
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
    expect(triageItems([user(text)]).candidates).toEqual([]);
  });
});

describe("what the person typed is read, and nothing else", () => {
  const firing = musts.filter(({ fires }) => fires.length > 0);

  test("also when it refuses a tool call", () => {
    for (const { text, fires } of firing) {
      const found: Category[] = triageItems([refused(text)]).candidates.map(({ category }) => category);
      expect(found, text).toEqual(expect.arrayContaining(fires));
    }
  });

  test("Claude reports and repeats: the same words of it count for nothing", () => {
    for (const { text } of musts) expect(triageItems([claude(text)]).candidates, text).toEqual([]);
  });
});

test("an error is named together with its fix", () => {
  const said = "The image did not build. The log says ENOSPC, an error of the disk. It was fixed by pruning.";
  const [one, ...others] = triageItems([user(`Look at this. ${said}`)]).candidates;
  expect(others).toEqual([]);
  expect(one?.title).toBe("The log says ENOSPC, an error of the disk. It was fixed by pruning.");
});
