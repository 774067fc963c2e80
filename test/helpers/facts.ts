import { defaultConfig } from "../../src/config/defaults.ts";
import type { Facts } from "../../src/gates/facts.ts";

/** What gates look at when nothing is declared. */
export function makeFacts(overrides: Partial<Facts> = {}): Facts {
  return {
    now: 10,
    config: defaultConfig(),
    round: 1,
    lock: null,
    loop: null,
    flow: null,
    tasks: [],
    changes: null,
    plan: null,
    checklist: [],
    leftovers: [],
    quality: null,
    subagent: null,
    stageWork: null,
    pipeline: null,
    proof: null,
    custom: null,
    toolCalls: 0,
    treeMark: "",
    ...overrides,
  };
}
