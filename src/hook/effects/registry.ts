import type { Effect } from "./effect.ts";
import { lock } from "./lock.ts";

/** By gate id. A gate that changes nothing is not here. */
export const EFFECTS: Readonly<Record<string, Effect>> = { lock };
