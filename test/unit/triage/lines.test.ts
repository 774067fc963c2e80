import { describe, expect, test } from "bun:test";
import type { Saying } from "../../../eval/corpus.ts";
import type { Category } from "../../../src/triage/category.ts";
import { triageItems } from "../../../src/triage/triage.ts";
import { claude, user } from "../../helpers/triage-items.ts";

interface Line {
  category: Category;
  label: boolean;
  excerpt: Saying[];
}

const text = await Bun.file(new URL("../../fixtures/triage/tuning/lines.jsonl", import.meta.url)).text();
const lines = text
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);

describe.each([
  ["what is worth remembering is found", true],
  ["what only sounds like it is left alone", false],
])("%s", (_, label) => {
  test.each(
    lines
      .filter((line) => line.label === label)
      .map((line) => [line.category, lastWords(line), line] as const),
  )("%s: %s", (category, _words, { excerpt }) => {
    const items = excerpt.map(({ who, text: words }) => (who === "user" ? user(words) : claude(words)));
    const found = triageItems(items).candidates.map((one) => one.category);
    expect(found.includes(category)).toBe(label);
  });
});

function lastWords({ excerpt }: Line): string {
  return (excerpt.at(-1)?.text ?? "").replaceAll("\n", " ").slice(0, 70);
}
