import { bulletList, clip, clipLine } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import type { WorkCheck } from "../commands/work-check.ts";
import { judgeWorkCheck } from "../commands/work-check.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";
import type { ConditionState, GoalFacts } from "../goals/goal.ts";
import type { StageState } from "./stages.ts";

export interface PipelineExtra {
  /** The results of concurrent subagents, if Claude has not seen them yet. */
  summary: string | null;
  /** At a SubagentStop. */
  work: StageWork | null;
  /** Claude's question to the person about the work of the first stage. */
  question: string | null;
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

export function describePipelineEnd({ conditions }: GoalFacts<PipelineExtra>): string {
  return `the pipeline is finished: ${conditions
    .slice(0, MAX_SHOWN)
    .map(({ because }) => because)
    .join(", ")}.`;
}

export function judgePipeline({ event }: StopView, facts: GoalFacts<PipelineExtra>): Finding[] {
  const { goal, conditions, progress, extra } = facts;
  if (extra.work) return judgeStage(event.agentId ?? "", extra.work);
  const open = conditions.filter(({ state }) => state === "open");
  const next = open.find((one) => one.next !== "");
  return [
    {
      gate: "pipeline",
      code: "open",
      severity: "block",
      reason: [
        `The pipeline is not finished: ${open.length} of ${countNoun(conditions.length, "stage")} ${open.length === 1 ? "is" : "are"} open.`,
        ...bulletList(
          open.map(({ because }) => because),
          MAX_SHOWN,
        ),
        ...(extra.summary ? [clip(extra.summary, MAX_SUMMARY_LENGTH)] : []),
        ...(next ? [next.next] : []),
      ].join("\n"),
      fingerprint: `pipeline-open:${goal.id}.${goal.resumes}:${hash(open.map(({ id }) => id))}`,
      progress,
      releasedBy: "a good report for every stage, `holdfast cancel`",
      endedBy: "holdfast cancel pipeline",
      resumedBy: "holdfast resume pipeline",
      ...(extra.question === null
        ? {}
        : { needsUser: true as const, summary: `The pipeline waits for your answer: ${extra.question}` }),
    },
  ];
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

/** A stage is a condition. */
export function toCondition(state: StageState): ConditionState {
  const isMet = state.state === "finished";
  return {
    id: state.stage,
    by: "items",
    state: isMet ? "met" : "open",
    because: isMet ? describeBriefly(state) : describe(state),
    next: isMet || state.unmet.length > 0 ? "" : nextStep(state),
  };
}

export function hashStates(states: readonly StageState[]): string {
  return hash(
    states.flatMap(({ stage, state, reports }) => [
      `${stage}=${state}`,
      ...reports.map(({ agentId, result }) => `${agentId}=${result}`),
    ]),
  );
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

function quote(name: string): string {
  return `"${clipLine(name, MAX_NAME_LENGTH)}"`;
}

function hash(parts: string[]): string {
  return Bun.hash(parts.join("\n")).toString(36);
}
