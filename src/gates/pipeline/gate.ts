// A pipeline of subagents: at a Stop its unfinished stages, at a SubagentStop the proof of the stage at hand.
import type { Gate } from "../engine/gate.ts";
import { pipelineEffect } from "./effect.ts";
import { gatherPipeline } from "./gather.ts";
import { judgePipeline, type PipelineFacts } from "./judge.ts";

export const pipeline: Gate<PipelineFacts> = {
  id: "pipeline",
  gather: gatherPipeline,
  judge: judgePipeline,
  effect: pipelineEffect,
  observe: async (context, facts) => (await import("./observe.ts")).observe(context, facts),
  replay: { unknown: "locks, flows and pipelines are kept outside of transcripts" },
};
