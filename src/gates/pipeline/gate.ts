// A pipeline of subagents: judges unfinished stages at a Stop, and the proof of one stage at a SubagentStop.

import { bulletList, clip, clipLine } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import { judgeWorkCheck, type WorkCheck } from "../commands/work-check.ts";
import type { Finding, Gate } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import { gatherPipeline } from "./gather.ts";
import { findPipeline, markShared, setPipelineStatus } from "./rows.ts";
import type { StageState } from "./stages.ts";

export const pipeline: Gate<PipelineFacts> = {
  id: "pipeline",
  gather: gatherPipeline,
  judge: judgePipeline,
  effect: {
    // The pipeline may have been cancelled meanwhile.
    confirm({ store, sessionId }, facts, findings) {
      if ("work" in facts) return findings;
      const run = findPipeline(store, sessionId);
      return run?.id === facts.pipeline.runId && run.status === "active" ? findings : [];
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
  notReplayed: "declared work is not recorded in transcripts",
};

function isFinished(advised: readonly Finding[]): boolean {
  return advised.some(({ code }) => code === "finished");
}

/** The pipeline at a Stop, or the subagent's work for its stage at a SubagentStop. */
export type PipelineFacts = { pipeline: Pipeline } | { work: StageWork };

export interface Pipeline {
  runId: number;
  stages: StageState[];
  /** The results of concurrent subagents, if Claude has not seen them yet. */
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
  /** The subagent started before the required stages were finished. */
  isEarly: boolean;
  startedAt: number;
  /** Changed files, relative to the project. */
  files: string[];
  /** The number of calls that may have changed something; serves as the progress mark. */
  calls: number;
}

const MAX_SHOWN = 6;
const MAX_NAME_LENGTH = 60;
const MAX_ERROR_LENGTH = 200;
const MAX_SUMMARY_LENGTH = 500;

function judgePipeline({ event }: StopView, facts: PipelineFacts): Finding[] {
  if ("work" in facts) return judgeStage(event.agentId ?? "", facts.work);
  const { pipeline } = facts;
  const open = pipeline.stages.filter(({ state }) => state !== "finished");
  return [open.length === 0 ? finished(pipeline) : unfinished(pipeline, open)];
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
    reason: `the pipeline is finished: ${stages.slice(0, MAX_SHOWN).map(describeBriefly).join(", ")}.`,
    fingerprint: `pipeline-finished:${runId}`,
    progress: "",
    releasedBy: "nothing: it is done",
  };
}

function unfinished({ runId, stages, summary, toolCalls }: Pipeline, open: readonly StageState[]): Finding {
  const next = open.filter(({ unmet }) => unmet.length === 0);
  return {
    gate: "pipeline",
    code: "open",
    severity: "block",
    reason: [
      `The pipeline is not finished: ${open.length} of ${countNoun(stages.length, "stage")} ${open.length === 1 ? "is" : "are"} open.`,
      ...bulletList(open.map(describe), MAX_SHOWN),
      ...(summary ? [clip(summary, MAX_SUMMARY_LENGTH)] : []),
      ...next.slice(0, 1).map(nextStep),
    ].join("\n"),
    fingerprint: `pipeline-open:${runId}:${hash(open.map(({ stage }) => stage))}`,
    progress: `${hash(stages.flatMap(listStates))} tools:${toolCalls}`,
    releasedBy: "a good report for every stage, `holdfast pipeline cancel`",
    endedBy: "holdfast pipeline cancel",
  };
}

function nextStep({ stage, match, state }: StageState): string {
  if (state === "running") return `Wait for the subagent of ${quote(stage)}.`;
  return `Start a subagent of type ${clipLine(match, MAX_NAME_LENGTH)} for ${quote(stage)} now.`;
}

function describe(state: StageState): string {
  const name = quote(state.stage);
  if (state.unmet.length > 0) {
    const early = state.reports.some(({ result }) => result === "early");
    return `${name} waits for ${clipLine(state.unmet.join(", "), MAX_NAME_LENGTH)}${early ? " (earlier runs do not count)" : ""}`;
  }
  if (state.state === "running") return `${name} is being worked on`;
  const bad = state.reports.find(({ result }) => result === "failed" || result === "early");
  if (bad) {
    const chunk = bad.chunk === null ? "" : `, chunk ${clipLine(bad.chunk, MAX_NAME_LENGTH)}`;
    const why = bad.result === "early" ? "ran before its required stages were finished" : "failed";
    return `${name}${chunk} ${why}${bad.error ? `: ${clipLine(bad.error, MAX_ERROR_LENGTH)}` : ""}`;
  }
  return state.chunks === null ? `${name} has no report` : `${name}: ${state.done} of ${state.chunks} chunks`;
}

function describeBriefly({ stage, reports }: StageState): string {
  const unproven = reports.some(({ result }) => result === "unproven") ? " (unproven)" : "";
  return `${clipLine(stage, MAX_NAME_LENGTH)}${unproven}`;
}

function listStates({ stage, state, reports }: StageState): string[] {
  return [`${stage}=${state}`, ...reports.map(({ agentId, result }) => `${agentId}=${result}`)];
}

function quote(name: string): string {
  return `"${clipLine(name, MAX_NAME_LENGTH)}"`;
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
