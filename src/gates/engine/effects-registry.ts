import type { Effect } from "./effect.ts";

/** By gate id; loaded when the gate found something. A gate that changes nothing is not here. */
export const EFFECTS: Readonly<Record<string, () => Promise<Effect>>> = {
  lock: async () => (await import("../lock/effect.ts")).lock,
  loop: async () => (await import("../loop/effect.ts")).loopEffect,
  flow: async () => (await import("../flow/effect.ts")).flowEffect,
  pipeline: async () => (await import("../pipeline/effect.ts")).pipeline,
  quality: async () => (await import("../quality/effect.ts")).quality,
  plan: async () => (await import("../plan/effect.ts")).planEffect,
  hygiene: async () => (await import("../hygiene/effect.ts")).hygieneEffect,
  triage: async () => (await import("../triage/effect.ts")).triageEffect,
};
