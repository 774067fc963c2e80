import type { Evidence } from "./flow.ts";
import { type ConditionState, openConditions } from "./judge-conditions.ts";

const OF_A_TREE = new Set<Evidence["kind"]>(["change", "passed", "forced"]);

/**
 * Whether the work tree has a say in what is open, or in what is said of it: before anything is claimed it has none. The
 * states are those judged on this evidence, on whatever tree.
 */
export function dependsOnTree(states: readonly ConditionState[], evidence: readonly Evidence[]): boolean {
  for (const { kind } of evidence) if (OF_A_TREE.has(kind)) return true;
  const first = openConditions(states)[0];
  return first === undefined || first.id === "implementation_complete";
}
