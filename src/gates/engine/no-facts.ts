import type { Config } from "../../config/config.ts";
import type { Facts } from "./facts.ts";

/** What gates look at where nothing was found. */
export function noFacts(config: Config, now: number, round: number): Facts {
  return {
    now,
    config,
    round,
    lock: null,
    loop: null,
    flow: null,
    tasks: [],
    plan: null,
    checklist: [],
    leftovers: [],
    quality: null,
    subagent: null,
    stageWork: null,
    pipeline: null,
    proof: null,
    custom: null,
    triage: [],
    toolCalls: 0,
    treeMark: "",
  };
}
