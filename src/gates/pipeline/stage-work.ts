// Reads what a subagent did for its stage, from its prompt, its transcript and the row of its start.
import type { HookEvent } from "../../protocol/hook-event.ts";
import { isUnfinished } from "../../store/goals.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { inTransaction, type Store } from "../../store/open.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { readChunk, readStage } from "../engine/subagent-rules.ts";
import type { StageWork } from "./judge.ts";
import { findPipeline, findReport, listReports, noteSubagentStart, startPipeline } from "./rows.ts";
import { chooseStage, listStages, type PipelineStage, type StageState, stageStates } from "./stages.ts";

interface Sources {
  agentPrompt(): Promise<string>;
  mutatingCalls(): Promise<MutatingCall[]>;
}

const MAX_FILES = 100;

/** Runs no command. null when the subagent belongs to no stage. */
export async function readStageWork(
  { event, projectDir, now, store, loaded }: OpenContext<HookEvent>,
  sources: Sources,
): Promise<StageWork | null> {
  const { sessionId, agentId, agentType } = event;
  if (event.name !== "SubagentStop" || projectDir === null) return null;
  if (sessionId === null || agentId === null || agentType === null) return null;
  const { stages } = listStages(loaded.config.pipeline);
  // First: a quick subagent may stop before its transcript is there, and this waits for it.
  const calls = await sources.mutatingCalls();
  const prompt = await sources.agentPrompt();
  const word = readStage(prompt)?.toLowerCase();
  const named = stages.find(({ stage }) => stage.toLowerCase() === word)?.stage ?? null;
  // Its start may not be recorded, and its prompt may name another stage than its type suggested.
  const run = findPipeline(store, sessionId);
  const known = run && isUnfinished(run) && findReport(store, run.id, agentId);
  const isRightStage = known && (named === null || named === known.stage);
  const agent = { sessionId, projectDir, agentId, agentType, named, at: now };
  const runId = run && isRightStage ? run.id : joinStage(store, stages, agent)?.runId;
  const row = runId === undefined ? null : findReport(store, runId, agentId);
  const stage = stages.find((entry) => entry.stage === row?.stage);
  if (runId === undefined || !row || !stage) return null;
  const chunk = readChunk(prompt, event.lastAssistantMessage);
  const files = [...new Set(calls.flatMap((call) => call.files))].map((file) => relativeTo(projectDir, file));
  return {
    runId,
    stage: stage.stage,
    verify: stage.verify.trim(),
    chunk: chunk?.name ?? null,
    chunks: chunk?.of ?? null,
    isEarly: row.isEarly,
    startedAt: row.startedAt,
    files: files.slice(0, MAX_FILES),
    check: null,
    calls: calls.length,
  };
}

function relativeTo(projectDir: string, file: string): string {
  return file.startsWith(`${projectDir}/`) ? file.slice(projectDir.length + 1) : file;
}

interface StartedSubagent {
  sessionId: string;
  projectDir: string;
  agentId: string;
  agentType: string;
  /** The stage its prompt names. */
  named: string | null;
  at: number;
}

export interface JoinedStage {
  runId: number;
  own: StageState;
  states: StageState[];
}

/** null when no stage matches, or when it would start a run with a stage that requires others. */
export function joinStage(
  store: Store,
  stages: readonly PipelineStage[],
  agent: StartedSubagent,
): JoinedStage | null {
  const { agentId, agentType, at } = agent;
  return inTransaction(store, () => {
    const last = findPipeline(store, agent.sessionId);
    const open = last && isUnfinished(last) ? last : null;
    const states = stageStates(stages, open ? listReports(store, open.id) : []);
    const own = chooseStage(states, agentType, agent.named);
    if (own === null || (open === null && own.requires.length > 0)) return null;
    const run = open ?? startPipeline(store, agent);
    const early = own.unmet.length > 0;
    noteSubagentStart(store, run.id, { agentId, agentType, stage: own.stage, early, at });
    return { runId: run.id, own, states };
  });
}
