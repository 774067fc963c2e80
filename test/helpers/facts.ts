import { defaultConfig } from "../../src/config/defaults.generated.ts";
import type { Facts } from "../../src/gates/facts.ts";
import { noFacts } from "../../src/gates/no-facts.ts";

/** What gates look at when nothing is declared. */
export function makeFacts(overrides: Partial<Facts> = {}): Facts {
  return { ...noFacts(defaultConfig(), 10, 1), ...overrides };
}
