// Records the starts and stops of a pipeline's subagents, and passes their results on to the next agents.
import type { GatedEvent, PromptEvent, StopEvent, SubagentStartEvent } from "../../protocol/hook-event.ts";
import { isUnfinished } from "../../store/goals.ts";
import { type HookContext, noteFaultOnce, type OpenContext } from "../../store/hook-context.ts";
import { inTransaction } from "../../store/open.ts";
import type { Reminder } from "../engine/gate.ts";
import { isReportShown } from "../engine/subagent-evidence.ts";
import { readAgentPrompt, readStage, saysFailed } from "../engine/subagent-rules.ts";
import type { GoalFacts } from "../goals/goal.ts";
import { describeForSubagent, isOn, summariseUnshared } from "./gather.ts";
import type { PipelineExtra, StageWork } from "./judge.ts";
import { failRunning, findPipeline, markShared, type ReportResult, saveReport } from "./rows.ts";
import { joinStage } from "./stage-work.ts";
import { listStages } from "./stages.ts";

const ENDED = /<task-id>([\w-]+)<\/task-id>/g;
const MAX_REPORT_LENGTH = 8000;
const MAX_ERROR_LENGTH = 1000;

export async function onEvent(
  context: OpenContext,
  facts: GoalFacts<PipelineExtra> | null,
): Promise<Reminder | null> {
  const { event } = context;
  switch (event.name) {
    case "SubagentStart":
      return startSubagent(context, event);
    case "SubagentStop":
      await recordStop(context, event, facts);
      return null;
    case "UserPromptSubmit":
      return shareResults(context, event);
    default:
      return null;
  }
}

/** Gives the subagent the results of the earlier stages. */
async function startSubagent(context: OpenContext, event: SubagentStartEvent): Promise<Reminder | null> {
  const { projectDir, now, store, loaded } = context;
  const { sessionId, agentId, agentType } = event;
  if (sessionId === null || agentId === null || agentType === null || projectDir === null) return null;
  if (!isOn(loaded.config)) return null;
  const { stages, problems } = listStages(loaded.config.pipeline);
  for (const problem of problems) await noteFaultOnce(context, "pipeline", problem);
  const named = readStage(await readAgentPrompt(transcriptOf(event)));
  const joined = joinStage(store, stages, { sessionId, projectDir, agentId, agentType, named, at: now });
  const note = joined && describeForSubagent(joined.own, joined.states);
  return note ? { notes: [note] } : null;
}

/** Derived, because the event does not have it. */
function transcriptOf({ transcriptPath, agentId }: SubagentStartEvent): string | null {
  if (transcriptPath === null || !/^[\w-]+$/.test(agentId ?? "")) return null;
  return `${transcriptPath.replace(/\.jsonl$/, "")}/subagents/agent-${agentId}.jsonl`;
}

/** A subagent was allowed to stop: saves its report for the later stages. */
async function recordStop(
  context: OpenContext,
  event: GatedEvent & StopEvent,
  facts: GoalFacts<PipelineExtra> | null,
): Promise<void> {
  const work = facts?.extra.work ?? (await readWork(context, event));
  if (work === null || !(await isReportShown(context, event))) return;
  const { redact } = await import("../../text/redaction/redact.ts");
  const { stage, chunk, chunks, files, check, startedAt } = work;
  const failure = hasFailed(check) ? check : null;
  saveReport(context.store, work.runId, {
    agentId: event.agentId ?? "",
    agentType: event.agentType ?? "",
    stage,
    chunk,
    chunks,
    files,
    result: resultOf(work, event.lastAssistantMessage),
    report: redact(event.lastAssistantMessage.trim()).text.slice(0, MAX_REPORT_LENGTH).toWellFormed(),
    error: failure && `${failure.command}: ${failure.error}`.slice(0, MAX_ERROR_LENGTH).toWellFormed(),
    isEarly: work.isEarly,
    startedAt,
    finishedAt: context.now,
  });
}

/** For a stop that no gate was asked about. */
async function readWork(context: HookContext & OpenContext, event: StopEvent): Promise<StageWork | null> {
  if (!isOn(context.loaded.config)) return null;
  const { readStageWork } = await import("./stage-work.ts");
  return readStageWork(context, {
    agentPrompt: () => readAgentPrompt(event.agentTranscriptPath),
    mutatingCalls: async () => (await import("../../worktree/mutating-calls.ts")).readMutatingCalls(event, 0),
  });
}

function resultOf({ isEarly, check, verify }: StageWork, report: string): ReportResult {
  if (isEarly) return "early";
  if (hasFailed(check) || saysFailed(report)) return "failed";
  return verify === "" || check?.state === "passed" ? "passed" : "unproven";
}

function hasFailed(check: StageWork["check"]): boolean {
  return check?.state === "failed" || check?.state === "no-chunk";
}

/** One summary for the agent that started several subagents at once, when the last of them is done. */
function shareResults({ store, now }: OpenContext, event: PromptEvent): Reminder | null {
  const run = event.sessionId === null ? null : findPipeline(store, event.sessionId);
  if (run === null || !isUnfinished(run)) return null;
  const summary = inTransaction(store, () => {
    // The prompt reports the end of a subagent: one without a report by now will not get one.
    for (const [, agentId = ""] of event.prompt.matchAll(ENDED)) failRunning(store, run.id, agentId, now);
    const unshared = summariseUnshared(store, run.id);
    if (unshared !== null) markShared(store, run.id);
    return unshared;
  });
  return summary === null ? null : { notes: [summary] };
}
