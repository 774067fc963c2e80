// The active plan, when this session changed something: what is open in it, and what its proofs say.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { ActivePlan } from "../engine/facts.ts";
import type { GatheredChanges } from "../engine/gather-changes.ts";
import type { Known } from "../engine/known.ts";
import { findActivePlan, type PlanFiles } from "./active-plan.ts";
import { parsePlan } from "./parse-plan.ts";
import { allItems, type Plan } from "./plan.ts";
import { weighPlan } from "./weigh-plan.ts";

const TICKED = /^\s*(?:[-*+]|\d+[.)])\s+\[[xX]\]\s+(\S.*)$/;

export async function gatherPlan(
  context: HookContext<GatedEvent>,
  known: Known,
  lookAtChanges: () => Promise<GatheredChanges | null>,
): Promise<ActivePlan | null> {
  const { projectDir } = context;
  if (projectDir === null) return null;
  const files = await findActivePlan(projectDir, known.loaded.config);
  if (files === null) return null;
  // Before git has an answer, as it does not depend on it.
  const plan = parsePlan(files.text);
  const changes = allItems(plan).length > 0 ? await lookAtChanges() : null;
  if (changes === null) return null;
  const { proofs, unproven } = await prove(context, known, plan, changes);
  return {
    path: files.path,
    state: weighPlan(plan, proofs),
    unproven,
    finished: await listFinished(projectDir, files, changes),
  };
}

async function prove(context: HookContext<GatedEvent>, known: Known, plan: Plan, changes: GatheredChanges) {
  const commands = allItems(plan).flatMap(({ done, verify }) => (done && verify !== null ? [verify] : []));
  if (commands.length === 0) return { proofs: [], unproven: 0 };
  const { proveTicks } = await import("./prove-ticks.ts");
  return proveTicks(context, known, [...new Set(commands)], changes);
}

/** Ticks among the lines this session added. */
async function listFinished(
  projectDir: string,
  { path }: PlanFiles,
  changes: GatheredChanges,
): Promise<string[]> {
  const isPlan = (name: string) => `${changes.root}/${name}` === `${projectDir}/${path}`;
  if (!changes.files.some((file) => isPlan(file.path))) return [];
  const { lines } = await changes.addedLines();
  return lines
    .filter((line) => isPlan(line.path))
    .flatMap(({ text }) => TICKED.exec(text)?.[1]?.replace(/\s*\(verify:.*$/i, "") ?? []);
}
