// A subagent starts: one of a pipeline is told what the stages before it brought.
import { loadConfig } from "../config/load-config.ts";
import { databasePath } from "../config/paths.ts";
import type { Answer } from "../protocol/answer.ts";
import type { AgentStartEvent } from "../protocol/hook-event.ts";
import { openLedger } from "../store/open.ts";
import type { HookContext } from "./context.ts";
import { noteFaultOnce } from "./note-fault-once.ts";

const SILENT: Answer = { kind: "silent" };

export async function startSubagent(context: HookContext<AgentStartEvent>): Promise<Answer> {
  const { event, env, projectDir, now } = context;
  const { sessionId, agentId, agentType } = event;
  if (sessionId === null || agentId === null || agentType === null || projectDir === null) return SILENT;
  const { config } = await loadConfig(env, projectDir);
  if (config.pipeline.length === 0 || !config.gates.pipeline.enabled) return SILENT;
  const [{ listStages }, { joinStage }, { describeForSubagent }, { readAgentPrompt }, { readStage }] =
    await Promise.all([
      import("../pipeline/stages.ts"),
      import("./join-stage.ts"),
      import("../pipeline/describe-results.ts"),
      import("./agent-prompt.ts"),
      import("../pipeline/read-marks.ts"),
    ]);
  const store = await openLedger(databasePath(env));
  const { stages, problems } = listStages(config.pipeline);
  for (const problem of problems) await noteFaultOnce(context, store, "pipeline", problem);
  const named = readStage(await readAgentPrompt(transcriptOf(event)));
  const joined = joinStage(store, stages, { sessionId, projectDir, agentId, agentType, named, at: now });
  const told = joined && describeForSubagent(joined.own, joined.states);
  return told ? { kind: "context", context: told } : SILENT;
}

/** The event does not name it. */
function transcriptOf({ transcriptPath, agentId }: AgentStartEvent): string | null {
  if (transcriptPath === null || !/^[\w-]+$/.test(agentId ?? "")) return null;
  return `${transcriptPath.replace(/\.jsonl$/, "")}/subagents/agent-${agentId}.jsonl`;
}
