// Which conditions are met, on what evidence, and what is missing for the others. Pure.
import { CONDITION_IDS, type ConditionId } from "./conditions.ts";
import type { FlowCase } from "./flow.ts";
import { type Judged, lastOf } from "./judged.ts";
import { RULES } from "./rules.ts";

export interface ConditionState extends Judged {
  id: ConditionId;
}

export function judgeConditions(given: FlowCase): ConditionState[] {
  return CONDITION_IDS.map((id) => judgeCondition(id, given));
}

export function openConditions(states: readonly ConditionState[]): ConditionState[] {
  const open: ConditionState[] = [];
  for (const state of states) if (state.state === "open") open.push(state);
  return open;
}

export function judgeCondition(id: ConditionId, given: FlowCase): ConditionState {
  return { id, ...judge(id, given) };
}

function judge(id: ConditionId, given: FlowCase): Judged {
  const forced = lastOf(given.evidence, id, ["forced"]);
  if (forced) return { state: "met", because: `forced: ${forced.text}`, next: "" };
  const judged = RULES[id](given);
  return judged.state === "open" && wasWithdrawn(id, given) ? { ...judged, lapsed: true } : judged;
}

function wasWithdrawn(id: ConditionId, { evidence }: FlowCase): boolean {
  for (const row of evidence) if (row.condition === id && row.kind === "withdrawn") return true;
  return false;
}
