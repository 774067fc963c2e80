// A flow: Claude goes on until each condition of VERIFIED_DONE has its evidence.
import type { Gate } from "../engine/gate.ts";
import { flowEffect } from "./effect.ts";
import { gatherFlow } from "./gather.ts";
import { type FlowFacts, judgeFlow } from "./judge.ts";

export const flow: Gate<FlowFacts> = {
  id: "flow",
  gather: gatherFlow,
  judge: judgeFlow,
  effect: flowEffect,
  remind: async (start) => (await import("./reminder.ts")).remindOfFlow(start),
  observe: async (context) => (await import("./observe.ts")).observe(context),
  milder: ({ flow: { commit } }) => (commit === "block" ? { key: "flow.commit", value: "advise" } : null),
  replay: { unknown: "locks, flows and pipelines are kept outside of transcripts" },
};
