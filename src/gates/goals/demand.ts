// The goal that a rule demands of a subagent or a task: it has no row.
import type { Goal } from "../../store/goals.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { ConditionState, GoalFacts } from "./goal.ts";
import { newGoal } from "./state-file.ts";

/** It lives as long as the event. */
export function demandedGoal(kind: string, { event, projectDir, now }: StopContext, text: string): Goal {
  return { ...newGoal(kind, { sessionId: event.sessionId ?? "", projectDir: projectDir ?? "", now }), text };
}

export function demandedFacts<Extra>(
  goal: Goal,
  extra: Extra,
  conditions: ConditionState[] = [],
): GoalFacts<Extra> {
  return {
    goal,
    source: "rule",
    conditions,
    evidence: [],
    claimsMore: false,
    progress: "",
    extra,
  };
}
