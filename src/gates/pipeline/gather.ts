// The session's pipeline: at a Stop how far it is, at a SubagentStop what the subagent did for its stage.
import type { Config } from "../../config/config.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { GatedEvent, StopEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import type { HeldPipeline, StageWork } from "../engine/facts.ts";
import type { Known } from "../engine/known.ts";
import { findPipeline } from "./rows.ts";

type Gated = HookContext<GatedEvent>;

/** Without a pipeline in the config nothing is looked at, without one that was started one row. */
export async function gatherPipeline({ event, now }: Gated, known: Known): Promise<HeldPipeline | null> {
  const { store, loaded } = known;
  if (event.name !== "Stop" || event.sessionId === null || !isOn(loaded.config)) return null;
  const run = findPipeline(store, event.sessionId);
  if (run?.status !== "active") return null;
  const { lookAtPipeline } = await import("./look-at-pipeline.ts");
  return lookAtPipeline(store, loaded.config.pipeline, {
    runId: run.id,
    running: event.backgroundTasks,
    now,
  });
}

/** null when the subagent belongs to no stage. */
export async function gatherStageWork(context: Gated, known: Known): Promise<StageWork | null> {
  const { event, projectDir } = context;
  const { loaded, store } = known;
  if (event.name !== "SubagentStop" || projectDir === null) return null;
  const work = await lookAtStage({ ...context, event }, store, loaded);
  if (work === null || work.verify === "") return work;
  const [{ ASK_FOR_TRUST }, { permitEntries }, { runWorkCheck }] = await Promise.all([
    import("../commands/vouched-commands.ts"),
    import("../commands/permitted-entries.ts"),
    import("../commands/run-work-check.ts"),
  ]);
  const index = loaded.config.pipeline.findIndex(({ stage }) => stage === work.stage);
  const place = { env: context.env, loaded, projectDir };
  const { refused } = await permitEntries(place, [index], () => ["pipeline", index]);
  const check = await runWorkCheck(context, {
    gate: "pipeline",
    command: work.verify,
    refused: refused === null ? null : ASK_FOR_TRUST,
    env: {
      HOLDFAST_AGENT_TYPE: event.agentType ?? "",
      HOLDFAST_STAGE: work.stage,
      HOLDFAST_CHUNK: work.chunk ?? "",
    },
  });
  return { ...work, check };
}

/** Without running anything. */
export async function lookAtStage(
  context: HookContext<StopEvent>,
  store: Store,
  { config }: LoadedConfig,
): Promise<StageWork | null> {
  if (!isOn(config) || context.event.agentType === null) return null;
  const { readStageWork } = await import("./stage-work.ts");
  return readStageWork(context, store, config.pipeline);
}

function isOn({ pipeline, gates }: Config): boolean {
  return pipeline.length > 0 && gates.pipeline.enabled;
}
