// A stop that no gate, no budget and no person has anything to do with. What is left out here is not lost: it is judged in
// full.
import type { LoadedConfig } from "../../config/load-config.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { FactName } from "./facts.ts";
import type { Outset } from "./outset.ts";

/** Nothing but a change of this turn could be held against it. */
export function mayBeOrdinary(event: GatedEvent, { pauses, loaded, standing, due }: Outset): boolean {
  if (event.name !== "Stop" || event.stopHookActive || event.permissionMode === "plan") return false;
  if (event.backgroundTasks.length > 0 || pauses.length > 0 || loaded.problems.length > 0) return false;
  const budget = standing?.budget ?? null;
  if (budget === null || standing?.messages) return false;
  // Nothing was held or let go since the person last spoke.
  if (budget.situations !== "{}" || budget.released !== "{}" || budget.waits !== 0) return false;
  for (const fact of due) if (!isAboutChanges(fact, loaded)) return false;
  return true;
}

/** A turn without a tool call has nothing of these. */
export function isAboutChanges(fact: FactName, { config }: LoadedConfig): boolean {
  // Without stages of ours it is another tool's word, which is not about this turn.
  if (fact === "quality") return Object.keys(config.quality.stages).length > 0;
  return fact === "plan" || fact === "leftovers";
}
