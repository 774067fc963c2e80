import type { Config } from "../../config/config.ts";
import type { Store } from "../../store/open.ts";
import type { Category } from "../category.ts";
import type { TriageOptions } from "../triage/options.ts";
import { weighFeedback } from "../triage/weights.ts";
import { listFeedback } from "./pattern-feedback.ts";

/** As the settings say, with what people made of the patterns so far. */
export function triageOptions(
  store: Store,
  { thresholds, categories }: Pick<Config["triage"], "thresholds" | "categories">,
): TriageOptions {
  const off: Category[] = [];
  for (const name of Object.keys(categories) as Category[]) if (!categories[name]) off.push(name);
  return { thresholds, off, weights: weighFeedback(listFeedback(store)) };
}
