// Gathers the session's pipeline at a Stop, and the subagent's work for its stage at a SubagentStop.

import type { Config } from "../../config/schema.ts";
import type { BackgroundTask } from "../../protocol/hook-event.ts";
import type { Goal } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { clip, clipLine, clipList } from "../../text/clip.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import { commandFolder } from "../commands/check.ts";
import { findQuestion } from "../engine/questions.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { demandedFacts } from "../goals/demand.ts";
import type { GoalFacts, Judged } from "../goals/goal.ts";
import { newGoal } from "../goals/state-file.ts";
import { hashStates, type PipelineExtra, type StageWork, toCondition } from "./judge.ts";
import { failRunning, listReports, type StageReport, unsharedReports } from "./rows.ts";
import { isGood, listStages, type StageState, stageStates } from "./stages.ts";

const MAX_QUESTION_LENGTH = 200;

export async function gatherStages(stop: StopContext, goal: Goal): Promise<Judged<PipelineExtra> | null> {
  const { event, store, config, now, shared } = stop;
  if (event.name !== "Stop" || !isOn(config)) return null;
  failLost(store, goal.id, event.backgroundTasks, now);
  const stages = stageStates(listStages(config.pipeline).stages, listReports(store, goal.id));
  const question = mayAsk(stages) ? findQuestion(event.lastAssistantMessage) : null;
  const shown = question === null ? null : clipLine(await withoutSecrets(question), MAX_QUESTION_LENGTH);
  return {
    conditions: stages.map(toCondition),
    evidence: [],
    progress: `${hashStates(stages)} tools:${await shared.toolCalls()}`,
    details: { question: shown },
    extra: { summary: summariseUnshared(store, goal.id), work: null, question: shown },
  };
}

/** The first stage makes a plan, which the person may want to see before anybody works on the next one. */
function mayAsk([first, ...others]: readonly StageState[]): boolean {
  return first?.state === "finished" && others.every(({ reports }) => reports.length === 0);
}

/** null when the subagent belongs to no stage. */
export async function gatherWork(stop: StopContext): Promise<GoalFacts<PipelineExtra> | null> {
  const work = await readWork(stop);
  if (work === null) return null;
  const { sessionId, projectDir, now } = stop;
  // Without a row of its own: the stage is a condition of the pipeline.
  const goal = { ...newGoal("pipeline", { sessionId, projectDir: projectDir ?? "", now }), text: work.stage };
  return demandedFacts(goal, { summary: null, work, question: null });
}

/** Fails subagents without a report that the client no longer lists as running. */
function failLost(store: Store, runId: number, running: readonly BackgroundTask[], now: number): void {
  // The ids of listed teammates differ from those in their events.
  if (running.some(({ type }) => type === "teammate")) return;
  const alive = new Set(running.map(({ id }) => id));
  for (const { agentId, result } of listReports(store, runId))
    if (result === "running" && !alive.has(agentId)) failRunning(store, runId, agentId, now);
}

async function readWork(stop: StopContext): Promise<StageWork | null> {
  const { event, env, projectDir, loaded, config } = stop;
  if (projectDir === null || !isOn(config)) return null;
  const { readStageWork } = await import("./stage-work.ts");
  const work = await readStageWork(stop, stop.shared);
  if (work === null || work.verify === "") return work;
  const [{ ASK_FOR_TRUST, permitEntries }, { runWorkCheck }] = await Promise.all([
    import("../commands/permitted.ts"),
    import("../commands/work-check.ts"),
  ]);
  const index = config.pipeline.findIndex(({ stage }) => stage === work.stage);
  const { refused } = await permitEntries({ env, loaded, projectDir }, [index], () => ["pipeline", index]);
  const check = await runWorkCheck(stop, {
    gate: "pipeline",
    command: work.verify,
    refused: refused === null ? null : ASK_FOR_TRUST,
    folder: commandFolder(loaded, ["pipeline", index], projectDir),
    env: {
      HOLDFAST_AGENT_TYPE: event.agentType ?? "",
      HOLDFAST_STAGE: work.stage,
      HOLDFAST_CHUNK: work.chunk ?? "",
    },
  });
  return { ...work, check };
}

export function isOn({ pipeline, gates }: Config): boolean {
  return pipeline.length > 0 && gates.pipeline.enabled;
}

// Describes the results of subagents, for the next subagent and for the agent that started them.

const MAX_CONTEXT_LENGTH = 6000;
const MAX_SUMMARY_LENGTH = 2000;
const MAX_FILES = 20;
const MAX_LINE_LENGTH = 160;

/** null when there is nothing to tell a subagent of this stage. */
export function describeForSubagent(own: StageState, states: readonly StageState[]): string | null {
  const reports = states
    .filter(({ stage }) => own.requires.includes(stage))
    .flatMap((state) => state.reports.filter(isGood));
  const verify = own.verify ? [`When you stop, \`${own.verify}\` is run on your work.`] : [];
  if (reports.length === 0 && own.unmet.length === 0 && verify.length === 0) return null;
  const early = own.unmet.length
    ? [
        `It requires ${own.unmet.join(", ")}, which ${own.unmet.length === 1 ? "is" : "are"} not finished yet. Say so in your report: your work now does not count.`,
      ]
    : [];
  const head = [`You work on the stage "${own.stage}" of a pipeline.`, ...verify, ...early].join(" ");
  if (reports.length === 0) return head;
  const each = Math.max(200, Math.floor((MAX_CONTEXT_LENGTH - head.length) / reports.length) - 20);
  const parts = reports.map((report) => clip(describeReport(report), each));
  return clip([`${head} What it builds on:`, ...parts].join("\n\n"), MAX_CONTEXT_LENGTH);
}

/** null while a subagent still runs, or when no two of them ran at the same time. */
export function summariseUnshared(store: Store, runId: number): string | null {
  const unshared = unsharedReports(store, runId);
  if (unshared.length < 2) return null;
  const all = listReports(store, runId);
  if (all.some(({ result }) => result === "running")) return null;
  const concurrent = concurrentReports(unshared, all);
  return concurrent.length < 2 ? null : summarise(concurrent);
}

/** The reports of subagents that ran at the same time as another one of `all`. */
export function concurrentReports(
  reports: readonly StageReport[],
  all: readonly StageReport[],
): StageReport[] {
  return reports.filter((report) =>
    all.some((other) => other.agentId !== report.agentId && overlap(report, other)),
  );
}

function overlap(a: StageReport, b: StageReport): boolean {
  const isBefore = (start: number, { finishedAt }: StageReport) =>
    start < (finishedAt ?? Number.POSITIVE_INFINITY);
  return isBefore(a.startedAt, b) && isBefore(b.startedAt, a);
}

/** One line for each, and the files that several of them changed. */
export function summarise(reports: readonly StageReport[]): string {
  const lines = reports.map((report) => {
    const files = report.files.length > 0 ? `; ${clipList(report.files, 5)}` : "";
    const text = report.error ?? report.report;
    return `- ${nameOf(report)}: ${report.result}${files}; ${clip(firstLine(text) || "(no report)", MAX_LINE_LENGTH)}`;
  });
  const both = sharedFiles(reports);
  const shared = both.length > 0 ? [`Changed by several of them: ${clipList(both, MAX_FILES)}.`] : [];
  return clip(
    [`${reports.length} subagents worked side by side:`, ...lines, ...shared].join("\n"),
    MAX_SUMMARY_LENGTH,
  );
}

/** `implement, chunk 2/3 (general-purpose)` */
function nameOf({ stage, chunk, chunks, agentType }: StageReport): string {
  const part = chunk === null ? "" : `, chunk ${chunk}${chunks === null ? "" : `/${chunks}`}`;
  return `${stage}${part} (${agentType})`;
}

function describeReport(report: StageReport): string {
  const files = report.files.length > 0 ? [`Files: ${clipList(report.files, MAX_FILES)}`] : [];
  return [`${nameOf(report)}: ${report.result}`, ...files, report.report].join("\n");
}

function sharedFiles(reports: readonly StageReport[]): string[] {
  const all = reports.flatMap(({ files }) => [...new Set(files)]);
  return [...new Set(all.filter((file, index) => all.indexOf(file) !== index))].sort();
}

function firstLine(text: string): string {
  return (
    text
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? ""
  );
}
