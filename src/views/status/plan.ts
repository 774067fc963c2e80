// The project's active plan as a goal that is only shown: `describeGoals` has it when it holds.
import { itemsOf } from "../../gates/markdown/parse-plan.ts";
import { findActivePlan, findPlanFolder } from "../../gates/plan/active-plan.ts";
import { planState } from "../../gates/plan/plan-state.ts";
import { isEnabled } from "../../gates/registry.ts";
import { line } from "../shared.ts";
import type { Goal } from "./describe-goals.ts";
import type { GoalWithConditions } from "./goals.ts";
import type { SessionFacts } from "./session-facts.ts";

const MAX_ITEMS = 20;

/** With the items of its current phase; null without one, or when all is done. */
export async function readPlan({
  loaded: { config },
  project,
}: Pick<SessionFacts, "loaded" | "project">): Promise<GoalWithConditions | null> {
  if (!isEnabled(config, "plan")) return null;
  const files = await findActivePlan(findPlanFolder(project.dir, config), config);
  if (files === null) return null;
  const { plan, path } = files;
  const { phase, open, total, waitsAt } = planState(plan, []);
  if (open.length === 0) return null;
  const current = plan.phases.find(
    ({ title, steps }) => title === phase && itemsOf(steps).some(({ done }) => !done),
  );
  const items = current ? itemsOf(current.steps) : plan.ship;
  return {
    ...{
      kind: "plan",
      state: "open",
      rounds: null,
      maxRounds: null,
      endsAt: null,
      waived: [],
      endedBy: null,
    },
    what: line(`${path}${phase ? `, ${phase}` : ""}: ${total - open.length} of ${total} items done`),
    why: line(waitsAt ? `waiting for you at line ${waitsAt.line}: ${waitsAt.text}` : ""),
    conditions: items
      .slice(0, MAX_ITEMS)
      .map(({ text, done }) => ({ text: line(text), state: done ? "met" : "open", note: "" })),
  };
}

export function withPlan(goals: readonly Goal[], plan: GoalWithConditions | null): Goal[] {
  if (plan === null || goals.some(({ kind }) => kind === "plan")) return [...goals];
  const { conditions: _, ...goal } = plan;
  return [...goals, goal];
}
