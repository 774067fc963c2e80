import { CATEGORIES } from "../src/memory/category.ts";
import type { CategoryQuality, ConfusionRow, Quality } from "./measure.ts";

const NAME = 24;
const CELL = 10;

export function renderQuality(part: string, categories: readonly CategoryQuality[]): string {
  const head = row(part, ["precision", "recall", "F1", "hits", "missed", "false", "silent"]);
  const lines = categories.flatMap(({ category, languages, ...quality }) => [
    row(category, cells(quality)),
    ...renderLanguages(languages),
  ]);
  return [head, ...lines].join("\n");
}

/** A single language has the numbers of its category. */
function renderLanguages(languages: Record<string, Quality>): string[] {
  const rows = Object.entries(languages);
  return rows.length < 2 ? [] : rows.map(([lang, quality]) => row(`  ${lang}`, cells(quality)));
}

function cells(quality: Quality): string[] {
  const { precision, recall, f1 } = quality;
  const { truePositives, falseNegatives, falsePositives, trueNegatives } = quality;
  return [
    ...[precision, recall, f1].map((ratio) => ratio.toFixed(2)),
    ...[truePositives, falseNegatives, falsePositives, trueNegatives].map(String),
  ];
}

/** A row for the excerpts of a category, a column for what fired on them. */
export function renderConfusion(rows: readonly ConfusionRow[]): string {
  const columns = [...CATEGORIES, "none"] as const;
  return [
    row("what fired on what", ["excerpts", ...columns.map((name) => name.slice(0, CELL - 1))]),
    ...rows.map(({ category, label, excerpts, fired }) =>
      row(
        category === null ? "ordinary talk" : `${category} ${label ? "yes" : "no"}`,
        [excerpts, ...columns.map((name) => fired[name])].map(String),
      ),
    ),
  ].join("\n");
}

function row(name: string, values: readonly string[]): string {
  return name.padEnd(NAME) + values.map((value) => value.padStart(CELL)).join("");
}
