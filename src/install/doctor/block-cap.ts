// The client's own limit of blocks in a row without a tool call: below it, our budget has no say.
import { BLOCK_CAP_KEY } from "../registration.ts";
import type { DoctorContext } from "./context.ts";
import { valueInForce } from "./settings-sources.ts";

export const DEFAULT_BLOCK_CAP = 8;

export interface BlockCap {
  /** Infinity: none. */
  blocks: number;
  /** Where it was set; null when it is the client's default. */
  from: string | null;
}

/** The client lays the settings' `env` over its environment. */
export function findBlockCap({ sources, variables }: Pick<DoctorContext, "sources" | "variables">): BlockCap {
  const inForce = valueInForce(sources, ["env", BLOCK_CAP_KEY]);
  const text = inForce ? String(inForce.value) : (variables[BLOCK_CAP_KEY] ?? "");
  const blocks = Number.parseInt(text, 10);
  if (Number.isNaN(blocks)) return { blocks: DEFAULT_BLOCK_CAP, from: null };
  const from = inForce ? inForce.source.path : "from the environment";
  return { blocks: blocks > 0 ? blocks : Number.POSITIVE_INFINITY, from };
}
