import type { Effect } from "./effect.ts";

/** By gate id; loaded when the gate found something. A gate that changes nothing is not here. */
export const EFFECTS: Readonly<Record<string, () => Promise<Effect>>> = {
  lock: async () => (await import("./lock.ts")).lock,
  loop: async () => (await import("./loop.ts")).loop,
  flow: async () => (await import("./flow.ts")).flow,
  pipeline: async () => (await import("./pipeline.ts")).pipeline,
  quality: async () => (await import("./quality.ts")).quality,
  plan: async () => (await import("./plan.ts")).plan,
  hygiene: async () => (await import("./hygiene.ts")).hygiene,
  triage: async () => (await import("./triage.ts")).triage,
};
