// A subagent starts: one of a pipeline is told what the stages before it brought.
import { loadConfig } from "../config/load-config.ts";
import { databasePath } from "../config/paths.ts";
import type { Answer } from "../protocol/answer.ts";
import type { AgentStartEvent } from "../protocol/hook-event.ts";
import type { HookContext } from "../store/event-context.ts";
import { noteFaultOnce } from "../store/note-fault-once.ts";
import { openLedger } from "../store/open.ts";

const SILENT: Answer = { kind: "silent" };

export async function onSubagentStart(context: HookContext<AgentStartEvent>): Promise<Answer> {
  const { event, env, projectDir, now } = context;
  const { sessionId, agentId, agentType } = event;
  if (sessionId === null || agentId === null || agentType === null || projectDir === null) return SILENT;
  const { config } = await loadConfig(env, projectDir);
  if (config.pipeline.length === 0 || !config.gates.pipeline.enabled) return SILENT;
  const [{ listStages }, { joinStage }, { describeForSubagent }, { readAgentPrompt }, { readStage }] =
    await Promise.all([
      import("../gates/pipeline/stages.ts"),
      import("../gates/pipeline/join-stage.ts"),
      import("../gates/pipeline/describe-results.ts"),
      import("../gates/pipeline/agent-prompt.ts"),
      import("../gates/pipeline/read-marks.ts"),
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
