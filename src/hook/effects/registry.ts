import type { Effect } from "./effect.ts";

/** By gate id; loaded when the gate found something. A gate that changes nothing is not here. */
export const EFFECTS: Readonly<Record<string, () => Promise<Effect>>> = {
  lock: async () => (await import("./lock.ts")).lock,
  loop: async () => (await import("./loop.ts")).loopEffect,
  flow: async () => (await import("./flow.ts")).flowEffect,
  pipeline: async () => (await import("./pipeline.ts")).pipeline,
  quality: async () => (await import("./quality.ts")).quality,
  plan: async () => (await import("./plan.ts")).planEffect,
  hygiene: async () => (await import("./hygiene.ts")).hygieneEffect,
  triage: async () => (await import("./triage.ts")).triageEffect,
};
