// Which conditions are met, on what evidence, and what is missing for the others. Pure.

import { type Judgement, lastOf } from "./evidence.ts";
import { CONDITION_IDS, type ConditionId, type Evidence, type FlowCase } from "./flow.ts";
import { RULES } from "./rules.ts";

export interface ConditionState extends Judgement {
  id: ConditionId;
}

const OF_A_TREE = new Set<Evidence["kind"]>(["change", "passed", "forced"]);

export function judgeConditions(given: FlowCase): ConditionState[] {
  return CONDITION_IDS.map((id) => judgeCondition(id, given));
}

export function openConditions(states: readonly ConditionState[]): ConditionState[] {
  return states.filter(({ state }) => state === "open");
}

/**
 * Whether the work tree has a say in what is open, or in what is said of it: before anything is claimed it has none. The
 * states are those judged on this evidence, on whatever tree.
 */
export function dependsOnTree(states: readonly ConditionState[], evidence: readonly Evidence[]): boolean {
  if (evidence.some(({ kind }) => OF_A_TREE.has(kind))) return true;
  const first = openConditions(states)[0];
  return first === undefined || first.id === "implementation_complete";
}

export function judgeCondition(id: ConditionId, given: FlowCase): ConditionState {
  return { id, ...judge(id, given) };
}

function judge(id: ConditionId, given: FlowCase): Judgement {
  const forced = lastOf(given.evidence, id, ["forced"]);
  if (forced) return { state: "met", because: `forced: ${forced.text}`, next: "" };
  const judged = RULES[id](given);
  return judged.state === "open" && wasWithdrawn(id, given) ? { ...judged, lapsed: true } : judged;
}

function wasWithdrawn(id: ConditionId, { evidence }: FlowCase): boolean {
  return evidence.some(({ condition, kind }) => condition === id && kind === "withdrawn");
}
