// The stages of a pipeline: reads them from the config, computes their state from the reports of subagents, and chooses the stage
// of a subagent.
import { matchesAgent } from "../engine/subagent-rules.ts";
import type { StageReport } from "./rows.ts";

export interface PipelineStage {
  stage: string;
  match: string;
  /** Stages before it in the list. */
  requires: string[];
  /** Empty without one. */
  verify: string;
}

export interface StageState extends PipelineStage {
  state: "open" | "running" | "failed" | "finished";
  /** Required stages that are not finished. */
  unmet: string[];
  /** The number of chunks with a good report. */
  done: number;
  /** The number of all chunks; null when unknown. */
  chunks: number | null;
  /** The last report for each chunk. */
  reports: StageReport[];
}

export interface StageList {
  stages: PipelineStage[];
  problems: string[];
}

/** A stage can only require earlier stages, so no two can wait for each other. */
export function listStages(configured: readonly PipelineStage[]): StageList {
  const stages: PipelineStage[] = [];
  const problems: string[] = [];
  for (const entry of configured) {
    if (stages.some(({ stage }) => stage === entry.stage)) {
      problems.push(`the stage "${entry.stage}" is listed twice; the first one counts`);
      continue;
    }
    const isBefore = (name: string) => stages.some(({ stage }) => stage === name);
    for (const name of entry.requires.filter((required) => !isBefore(required)))
      problems.push(`"${entry.stage}" requires "${name}", which is not an earlier stage`);
    stages.push({ ...entry, requires: entry.requires.filter(isBefore) });
  }
  return { stages, problems };
}

/** `named`: the stage that the subagent's prompt names. null when no stage matches the type. */
export function chooseStage(
  states: readonly StageState[],
  agentType: string,
  named: string | null,
): StageState | null {
  const fitting = states.filter(({ match }) => matchesAgent(match, agentType));
  const called = fitting.find(({ stage }) => stage.toLowerCase() === named?.toLowerCase());
  if (called) return called;
  const open = fitting.filter(({ state }) => state !== "finished");
  return open.find(({ unmet }) => unmet.length === 0) ?? open[0] ?? fitting.at(-1) ?? null;
}

export function stageStates(stages: readonly PipelineStage[], reports: readonly StageReport[]): StageState[] {
  const states: StageState[] = [];
  for (const stage of stages) {
    const isFinished = (name: string) =>
      states.some((earlier) => earlier.stage === name && earlier.state === "finished");
    const unmet = stage.requires.filter((name) => !isFinished(name));
    states.push(
      toState(
        stage,
        unmet,
        reports.filter((report) => report.stage === stage.stage),
      ),
    );
  }
  return states;
}

export function isGood({ result }: StageReport): boolean {
  return result === "passed" || result === "unproven";
}

function toState(stage: PipelineStage, unmet: string[], reports: readonly StageReport[]): StageState {
  const last = lastOfEachChunk(reports);
  const done = last.filter(isGood).length;
  const totals = last.flatMap(({ chunks }) => chunks ?? []);
  const chunks = totals.length > 0 ? Math.max(...totals) : null;
  const isRunning = reports.some(({ result }) => result === "running");
  const state = isRunning ? "running" : judge(last, done, chunks);
  return { ...stage, state, unmet, done, chunks, reports: last };
}

function judge(last: readonly StageReport[], done: number, chunks: number | null): StageState["state"] {
  if (last.some((report) => !isGood(report))) return "failed";
  return done > 0 && done >= (chunks ?? 1) ? "finished" : "open";
}

/** A later report on a chunk replaces an earlier one. Without chunks, one good report is enough for the stage. */
function lastOfEachChunk(reports: readonly StageReport[]): StageReport[] {
  const last = new Map<string, StageReport>();
  for (const report of reports.toSorted((a, b) => timeOf(a) - timeOf(b)))
    last.set(report.chunk ?? "", report);
  return [...last.values()];
}

function timeOf({ finishedAt, startedAt }: StageReport): number {
  return finishedAt ?? startedAt;
}
