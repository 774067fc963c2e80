// A pipeline of subagents: at a Stop its unfinished stages, at a SubagentStop the proof of the stage at hand.
import type { Finding, Gate } from "../engine/gate.ts";
import { gatherPipeline } from "./gather.ts";
import { judgePipeline, type PipelineFacts } from "./judge.ts";
import { markShared } from "./report-rows.ts";
import { readPipeline, setPipelineStatus } from "./rows.ts";

export const pipeline: Gate<PipelineFacts> = {
  id: "pipeline",
  gather: gatherPipeline,
  judge: judgePipeline,
  effect: {
    // It may have been cancelled meanwhile.
    confirm({ store }, facts, findings) {
      if ("work" in facts) return findings;
      return readPipeline(store, facts.pipeline.runId)?.status === "active" ? findings : [];
    },

    inTransaction({ store, now: at }, { facts, ruling, held, released, advised }) {
      if ("work" in facts) return;
      const { runId, summary } = facts.pipeline;
      if (held.length > 0 && summary !== null) markShared(store, runId);
      if (released.length > 0) setPipelineStatus(store, runId, { status: "suspended", why: ruling.rule, at });
      if (isFinished(advised)) setPipelineStatus(store, runId, { status: "done", why: null, at });
    },

    measure({ facts, held, released, advised }) {
      if ("work" in facts) return {};
      return {
        pipeline_rounds: held.length > 0 ? 1 : 0,
        pipeline_released: released.length > 0 ? 1 : 0,
        pipeline_finished: isFinished(advised) ? 1 : 0,
      };
    },
  },
  observe: async (context, facts) => (await import("./observe.ts")).observe(context, facts),
  replay: { unknown: "locks, flows and pipelines are kept outside of transcripts" },
};

function isFinished(advised: readonly Finding[]): boolean {
  return advised.some(({ code }) => code === "finished");
}
