import type { Effect } from "./effect.ts";
import { flow } from "./flow.ts";
import { hygiene } from "./hygiene.ts";
import { lock } from "./lock.ts";
import { loop } from "./loop.ts";
import { pipeline } from "./pipeline.ts";
import { plan } from "./plan.ts";
import { quality } from "./quality.ts";

/** By gate id. A gate that changes nothing is not here. */
export const EFFECTS: Readonly<Record<string, Effect>> = {
  lock,
  loop,
  flow,
  pipeline,
  quality,
  plan,
  hygiene,
};
