import { describe, expect, test } from "bun:test";
import { readTuningLines, type TuningLine } from "../../../../eval/corpus.ts";
import { triageItems } from "../../../../src/memory/triage/triage.ts";
import { claude, user } from "../../../helpers/triage-items.ts";

const lines = await readTuningLines();

describe.each([
  ["what is worth remembering is found", true],
  ["what only sounds like it is left alone", false],
])("%s", (_, label) => {
  test.each(
    lines
      .filter((line) => line.label === label)
      .map((line) => [line.category, lastWords(line), line] as const),
  )("%s: %s", (_category, _words, line) => {
    expect(isFound(line)).toBe(label);
  });
});

test("a line that is judged right by now is no longer among the misjudged", async () => {
  const right = (await readTuningLines("misjudged")).filter((line) => isFound(line) === line.label);
  expect(right.map(lastWords)).toEqual([]);
});

function isFound({ category, excerpt }: TuningLine): boolean {
  const items = excerpt.map(({ who, text }) => (who === "user" ? user(text) : claude(text)));
  return triageItems(items).candidates.some((one) => one.category === category);
}

function lastWords({ excerpt }: TuningLine): string {
  return (excerpt.at(-1)?.text ?? "").replaceAll("\n", " ").slice(0, 70);
}
