// A pipeline ends when its stages are finished, and is set aside when it gets no further.

import type { Effect } from "../engine/effect.ts";
import { measure } from "../engine/measure.ts";
import { markTold } from "./report-rows.ts";
import { readPipeline, setPipelineStatus } from "./rows.ts";

export const pipeline: Effect = {
  // It may have been cancelled meanwhile. A subagent's own check has nothing to do with that.
  confirm(store, { facts, context }, findings) {
    if (context.event.name !== "Stop" || !facts.pipeline) return findings;
    return readPipeline(store, facts.pipeline.runId)?.status === "active" ? findings : [];
  },

  inTransaction(store, { context, facts, ruling, held, released, advised }) {
    if (context.event.name !== "Stop" || !facts.pipeline) return;
    const { runId, summary } = facts.pipeline;
    const at = context.now;
    if (held.length > 0 && summary !== null) markTold(store, runId);
    if (released.length > 0) setPipelineStatus(store, runId, { status: "suspended", why: ruling.rule, at });
    if (advised.some(({ code }) => code === "finished"))
      setPipelineStatus(store, runId, { status: "done", why: null, at });
  },

  async afterCommit(outcome) {
    if (outcome.context.event.name !== "Stop") return;
    if (outcome.held.length > 0) await measure(outcome, "pipeline_rounds");
    if (outcome.released.length > 0) await measure(outcome, "pipeline_released");
    if (outcome.advised.some(({ code }) => code === "finished")) await measure(outcome, "pipeline_finished");
  },
};
