// Facts about what this session changed. Each waits for the work tree, so they are gathered side by side, and the tree
// is looked at once, not before one of them has something to judge.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { gatherLeftovers } from "../hygiene/gather.ts";
import { gatherPlan } from "../plan/gather.ts";
import { gatherQuality } from "../quality/gather.ts";
import type { Facts } from "./facts.ts";
import { type GatheredChanges, gatherChanges } from "./gather-changes.ts";
import type { Known } from "./known.ts";

type Judged = Pick<Facts, "quality" | "plan" | "leftovers">;
export type ChangeFact = keyof Judged;

export async function gatherFromChanges(
  context: HookContext<GatedEvent>,
  known: Known,
  wanted: readonly ChangeFact[],
): Promise<Partial<Judged>> {
  let changes: Promise<GatheredChanges | null> | null = null;
  const look = () => {
    changes ??= gatherChanges(context, known);
    return changes;
  };
  const found: Partial<Judged> = {};
  const gather: Record<ChangeFact, () => Promise<void>> = {
    quality: async () => {
      found.quality = await gatherQuality(context, known, look);
    },
    plan: async () => {
      found.plan = await gatherPlan(context, known, look);
    },
    leftovers: async () => {
      found.leftovers = await gatherLeftovers(context, known, look);
    },
  };
  // All of them are waited for: one that runs commands must not be left behind when another fails.
  for (const end of await Promise.allSettled(wanted.map((fact) => gather[fact]())))
    if (end.status === "rejected") throw end.reason;
  return found;
}
