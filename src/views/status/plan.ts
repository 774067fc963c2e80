// The project's active plan: in full, and as a goal that is only shown, because `describeGoals` has it when it holds.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Config } from "../../config/schema.ts";
import { readTrustedCommands } from "../../config/trust.ts";
import { allItems, itemsOf } from "../../gates/markdown/parse-plan.ts";
import { findActivePlan, findPlanFolder, listPlanFiles } from "../../gates/plan/active-plan.ts";
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
  const found = await findPlan(project.dir, config);
  if (found === null || found.state.open.length === 0) return null;
  const { plan, path, state, waits } = found;
  const { phase, open, total } = state;
  const current = plan.phases.find(
    ({ title, steps }) => title === phase && itemsOf(steps).some(({ done }) => !done),
  );
  const items = current ? itemsOf(current.steps) : plan.ship;
  return {
    ...{
      kind: "plan",
      agent: null,
      state: "open",
      rounds: null,
      maxRounds: null,
      endsAt: null,
      waived: [],
      endedBy: null,
    },
    what: line(`${path}${phase ? `, ${phase}` : ""}: ${total - open.length} of ${total} items done`),
    why: waits,
    conditions: items
      .slice(0, MAX_ITEMS)
      .map(({ text, done }) => ({ text: line(text), state: done ? "met" : "open", note: "" })),
  };
}

/** The active plan in full. `found`: how many there are, active or not. */
export async function readWholePlan(env: Environment, projectDir: string) {
  const { config } = await loadConfig(env, projectDir);
  const found = listPlanFiles(findPlanFolder(projectDir, config), config).length;
  const active = await findPlan(projectDir, config);
  if (active === null) return { found, active };
  const isTrusted = await readTrustedCommands(env, projectDir);
  const proofs = allItems(active.plan).flatMap(({ verify }) => (verify === null ? [] : [verify]));
  const untrusted = proofs.filter((proof) => !isTrusted(proof)).length;
  return { found, active: { ...active, holds: config.plan.block, proofs: proofs.length, untrusted } };
}

/** Ticked items count as done: their proofs run at a stop. */
async function findPlan(projectDir: string, config: Config) {
  const files = await findActivePlan(findPlanFolder(projectDir, config), config);
  if (files === null) return null;
  const { path, feature, why, plan } = files;
  const state = planState(plan, []);
  const { waitsAt } = state;
  const waits = waitsAt ? line(`waiting for you at line ${waitsAt.line}: ${waitsAt.text}`) : "";
  return { path, feature, why, plan, state, waits };
}

export function withPlan(goals: readonly Goal[], plan: GoalWithConditions | null): Goal[] {
  if (plan === null || goals.some(({ kind }) => kind === "plan")) return [...goals];
  const { conditions: _, ...goal } = plan;
  return [...goals, goal];
}
