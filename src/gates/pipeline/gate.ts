// A pipeline of subagents: at a Stop its unfinished stages, at a SubagentStop the proof of the stage at hand.

import { bulletList, clip, clipLine } from "../../text/clip.ts";
import { judgeWorkCheck, type WorkCheck } from "../commands/work-check.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import { gatherPipeline } from "./gather.ts";
import { markShared, readPipeline, setPipelineStatus } from "./rows.ts";
import type { StageState } from "./stages.ts";

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

/** At a Stop the pipeline, at a SubagentStop what the subagent did for its stage. */
export type PipelineFacts = { pipeline: Pipeline } | { work: StageWork };

/** A pipeline that was started. */
export interface Pipeline {
  runId: number;
  stages: StageState[];
  /** What subagents that worked side by side brought, when nobody was told yet. */
  summary: string | null;
  toolCalls: number;
}

/** A subagent's work for a stage of a pipeline. */
export interface StageWork {
  runId: number;
  stage: string;
  /** Empty without one. */
  verify: string;
  /** null when it did not run. */
  check: WorkCheck | null;
  chunk: string | null;
  chunks: number | null;
  /** It started before what the stage requires was finished. */
  isEarly: boolean;
  startedAt: number;
  /** What it changed, from the project. */
  files: string[];
  /** Its calls that may have changed something, as a mark that moves with each one. */
  calls: number;
}

const SHOWN = 6;
const MAX_NAME = 60;
const MAX_ERROR = 200;
const MAX_SUMMARY = 500;

function judgePipeline({ event }: StopView, facts: PipelineFacts): Finding[] {
  if ("work" in facts) return judgeStage(event.agentId ?? "", facts.work);
  const { pipeline } = facts;
  const open = pipeline.stages.filter(({ state }) => state !== "finished");
  return [open.length === 0 ? finished(pipeline) : goOn(pipeline, open)];
}

function judgeStage(agentId: string, { stage, check, calls }: StageWork): Finding[] {
  if (!check) return [];
  return judgeWorkCheck(check, {
    gate: "pipeline",
    what: `Stage ${quote(stage)}`,
    mark: `${agentId}\n${stage}`,
    progress: `calls:${calls}`,
  });
}

function finished({ runId, stages }: Pipeline): Finding {
  return {
    gate: "pipeline",
    code: "finished",
    severity: "advise",
    reason: `the pipeline is finished: ${stages.slice(0, SHOWN).map(describeShortly).join(", ")}.`,
    fingerprint: `pipeline-finished:${runId}`,
    progress: "",
    releasedBy: "nothing: it is done",
  };
}

function goOn({ runId, stages, summary, toolCalls }: Pipeline, open: readonly StageState[]): Finding {
  const next = open.filter(({ unmet }) => unmet.length === 0);
  return {
    gate: "pipeline",
    code: "open",
    severity: "block",
    reason: [
      `The pipeline is not finished: ${open.length} of ${stages.length} stages are open.`,
      ...bulletList(open.map(describe), SHOWN),
      ...(summary ? [clip(summary, MAX_SUMMARY)] : []),
      ...next.slice(0, 1).map(nextStep),
    ].join("\n"),
    fingerprint: `pipeline-open:${runId}:${hash(open.map(({ stage }) => stage))}`,
    progress: `${hash(stages.flatMap(marksOf))} tools:${toolCalls}`,
    releasedBy: "a good report for every stage, `holdfast pipeline cancel`",
    endedBy: "holdfast pipeline cancel",
  };
}

function nextStep({ stage, match, state }: StageState): string {
  if (state === "running") return `Wait for the subagent of ${quote(stage)}.`;
  return `Start a subagent of type ${clipLine(match, MAX_NAME)} for ${quote(stage)} now.`;
}

function describe(state: StageState): string {
  const name = quote(state.stage);
  if (state.unmet.length > 0) {
    const early = state.reports.some(({ result }) => result === "early");
    return `${name} waits for ${clipLine(state.unmet.join(", "), MAX_NAME)}${early ? "; what ran before that does not count" : ""}`;
  }
  if (state.state === "running") return `${name} is being worked on`;
  const bad = state.reports.find(({ result }) => result === "failed" || result === "early");
  if (bad) {
    const chunk = bad.chunk === null ? "" : `, chunk ${clipLine(bad.chunk, MAX_NAME)}`;
    const why = bad.result === "early" ? "ran before what it requires was finished" : "failed";
    return `${name}${chunk} ${why}${bad.error ? `: ${clipLine(bad.error, MAX_ERROR)}` : ""}`;
  }
  return state.chunks === null ? `${name} has no report` : `${name}: ${state.done} of ${state.chunks} chunks`;
}

function describeShortly({ stage, reports }: StageState): string {
  const unproven = reports.some(({ result }) => result === "unproven") ? " (unproven)" : "";
  return `${clipLine(stage, MAX_NAME)}${unproven}`;
}

function marksOf({ stage, state, reports }: StageState): string[] {
  return [`${stage}=${state}`, ...reports.map(({ agentId, result }) => `${agentId}=${result}`)];
}

function quote(name: string): string {
  return `"${clipLine(name, MAX_NAME)}"`;
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
