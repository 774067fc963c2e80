// The goal that a rule demands: of the session (a plan), a subagent or a task. It has a row as soon as it has held a stop.
import { findGoal, type Goal, ruleKey } from "../../store/goals.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { ConditionState, GoalFacts } from "./goal.ts";
import { newGoal } from "./state-file.ts";

export function demandedGoal(kind: string, stop: StopContext, text: string): Goal {
  const { sessionId, projectDir, agent, store, now } = stop;
  const fileKey = ruleKey(agent);
  const row = findGoal(store, kind, sessionId, fileKey);
  if (row?.text === text && row.state !== "met") return row;
  return { ...newGoal(kind, { sessionId, projectDir: projectDir ?? "", now }), text, fileKey };
}

export function demandedFacts<Extra>(
  goal: Goal,
  extra: Extra,
  conditions: ConditionState[] = [],
): GoalFacts<Extra> {
  const recorded = conditions.flatMap(({ id, by, run }) => (by ? [{ id, by, ...(run ? { run } : {}) }] : []));
  return {
    ...{ source: "rule", conditions, evidence: [], claimsMore: false, progress: "", extra },
    goal: goal.id === 0 ? { ...goal, conditions: recorded } : goal,
  };
}
