import { defaultConfig } from "../../src/config/defaults.generated.ts";
import type { Facts } from "../../src/gates/engine/facts.ts";
import { noFacts } from "../../src/gates/engine/no-facts.ts";

/** What gates look at when nothing is declared. */
export function makeFacts(overrides: Partial<Facts> = {}): Facts {
  return { ...noFacts(defaultConfig(), 10, 1), ...overrides };
}
