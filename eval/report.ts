// What a run of the evaluation says of each part.
import type { Part } from "./corpus.ts";
import type { Judged } from "./judge.ts";
import { type CategoryQuality, type ConfusionRow, confuse, isWrong, measureCategories } from "./measure.ts";
import { renderConfusion, renderQuality } from "./render.ts";

interface PartReport {
  part: Part;
  categories: CategoryQuality[];
  confusion: ConfusionRow[];
  /** Never of the held-back part: who saw them would tune on them. */
  wrong?: { id: string; should: boolean }[];
}

export function reportOn(
  judged: readonly Judged[],
  parts: readonly Part[],
  withWrong: boolean,
): PartReport[] {
  return parts.map((part) => {
    const own = judged.filter((one) => one.part === part);
    const report = { part, categories: measureCategories(own), confusion: confuse(own) };
    if (!withWrong || part === "held-back") return report;
    return { ...report, wrong: own.filter(isWrong).map(({ id, label }) => ({ id, should: label })) };
  });
}

export function renderReport(report: readonly PartReport[]): string {
  const texts = report.map(({ part, categories, confusion, wrong = [] }) => {
    const list = wrong.map(({ id, should }) => `${should ? "missed" : "false "}  ${id}`);
    return [renderQuality(part, categories), "", renderConfusion(confusion), ...list].join("\n");
  });
  return texts.join("\n\n");
}
