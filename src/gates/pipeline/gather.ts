// The session's pipeline: at a Stop how far it is, at a SubagentStop what the subagent did for its stage.

import { commandFolder } from "../../config/command-folder.ts";
import type { Config } from "../../config/config.ts";
import type { BackgroundTask } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { PipelineFacts, StageWork } from "./judge.ts";
import { failRunning, listReports } from "./report-rows.ts";
import { summariseUnshared } from "./results.ts";
import { findPipeline } from "./rows.ts";
import { listStages, stageStates } from "./stages.ts";

export async function gatherPipeline(stop: StopContext): Promise<PipelineFacts | null> {
  if (stop.event.name === "Stop") return gatherRun(stop);
  const work = await gatherWork(stop);
  return work && { work };
}

/** Without one that was started nothing is looked at but one row. */
async function gatherRun({ event, store, config, now, shared }: StopContext): Promise<PipelineFacts | null> {
  if (event.name !== "Stop" || event.sessionId === null || !isOn(config)) return null;
  const run = findPipeline(store, event.sessionId);
  if (run?.status !== "active") return null;
  failLost(store, run.id, event.backgroundTasks, now);
  const stages = stageStates(listStages(config.pipeline).stages, listReports(store, run.id));
  const summary = summariseUnshared(store, run.id);
  return { pipeline: { runId: run.id, stages, summary, toolCalls: await shared.toolCalls() } };
}

/** A subagent that the client does not list as running any more, and that brought no report. */
function failLost(store: Store, runId: number, running: readonly BackgroundTask[], now: number): void {
  // A teammate is listed under another id than its events have.
  if (running.some(({ type }) => type === "teammate")) return;
  const alive = new Set(running.map(({ id }) => id));
  for (const { agentId, result } of listReports(store, runId))
    if (result === "running" && !alive.has(agentId)) failRunning(store, runId, agentId, now);
}

/** null when the subagent belongs to no stage. */
async function gatherWork(stop: StopContext): Promise<StageWork | null> {
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
