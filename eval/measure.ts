// Precision, recall and F1 for each category on its own excerpts, and what fired on whose.
import { CATEGORIES, type Category } from "../src/memory/category.ts";
import type { Judged } from "./judge.ts";

export interface Quality {
  truePositives: number;
  falsePositives: number;
  falseNegatives: number;
  trueNegatives: number;
  precision: number;
  recall: number;
  f1: number;
}

export interface CategoryQuality extends Quality {
  category: Category;
  languages: Record<string, Quality>;
}

/** Of the excerpts of one category and label: how many each category fired on, and on how many none did. */
export interface ConfusionRow {
  category: Category | null;
  label: boolean;
  excerpts: number;
  fired: Record<Category | "none", number>;
}

export function measureCategories(judged: readonly Judged[]): CategoryQuality[] {
  return CATEGORIES.map((category) => {
    const own = judged.filter((one) => one.category === category);
    const languages = Map.groupBy(own, ({ lang }) => lang);
    return {
      category,
      ...measure(own),
      languages: Object.fromEntries([...languages].map(([lang, some]) => [lang, measure(some)])),
    };
  });
}

export function confuse(judged: readonly Judged[]): ConfusionRow[] {
  return [...CATEGORIES, null].flatMap((category) =>
    (category === null ? [false] : [true, false]).map((label) => {
      const own = judged.filter((one) => one.category === category && one.label === label);
      const count = (column: Category) => own.filter(({ fired }) => fired.includes(column)).length;
      const fired = Object.fromEntries(CATEGORIES.map((column) => [column, count(column)]));
      const none = own.filter((one) => one.fired.length === 0).length;
      return { category, label, excerpts: own.length, fired: { ...fired, none } as ConfusionRow["fired"] };
    }),
  );
}

export function isWrong({ category, label, fired }: Judged): boolean {
  return category === null ? fired.length > 0 : fired.includes(category) !== label;
}

function measure(judged: readonly Judged[]): Quality {
  const count = (label: boolean, wrong: boolean) =>
    judged.filter((one) => one.label === label && isWrong(one) === wrong).length;
  const [truePositives, falseNegatives] = [count(true, false), count(true, true)];
  const [trueNegatives, falsePositives] = [count(false, false), count(false, true)];
  const precision = share(truePositives, truePositives + falsePositives);
  const recall = share(truePositives, truePositives + falseNegatives);
  const f1 = share(2 * precision * recall, precision + recall);
  return { truePositives, falsePositives, falseNegatives, trueNegatives, precision, recall, f1 };
}

/** Where nothing fired nothing was precise either. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
