// What an event could be about at all, seen by one query and a few looks at files. For what is not there, nothing is
// loaded: neither who gathers it nor the gate that judges it.

import type { LoadedConfig } from "../../config/load-config.ts";
import { lockPath } from "../../config/paths.ts";
import { pathExists } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { flowFilePath, loopFilePath, sessionStateDir, stateDir } from "../../store/state-files.ts";
import type { FactName } from "./facts.ts";
import type { Standing } from "./standing.ts";

type Gated = HookContext<GatedEvent>;

/** Facts that may be there. One that is missing here is empty. */
export function glance(context: Gated, loaded: LoadedConfig, standing: Standing | null): Set<FactName> {
  const { event, env, projectDir } = context;
  const { config } = loaded;
  const due = new Set<FactName>();
  if (config.gates.custom.length > 0) due.add("custom");
  if (projectDir !== null) due.add("leftovers");
  switch (event.name) {
    case "Stop":
      if (standing) glanceAtState(context, loaded, standing, due);
      if (config.pipeline.length > 0) due.add("pipeline");
      if (event.lastAssistantMessage.includes("[ ]")) due.add("checklist");
      if (projectDir !== null) due.add("plan");
      if (config.triage.mode === "ask" && !env.unattended) due.add("triage");
      if (projectDir !== null && pathExists(lockPath(projectDir))) due.add("lock");
      break;
    case "SubagentStop":
      if (config.pipeline.length > 0) due.add("stageWork");
      if (config.subagents.length > 0) due.add("subagent");
      break;
    case "TaskCompleted":
      due.add("proof");
  }
  return due;
}

/** What a session declared is a row of ours, or a file of anybody's in its folder. */
function glanceAtState(context: Gated, loaded: LoadedConfig, work: Standing, due: Set<FactName>): void {
  const { sessionId } = context.event;
  const folder = sessionStateDir(stateDir(context.env, loaded), sessionId);
  if (folder === null) return;
  const { tasks, quality } = loaded.config;
  const hasFiles = pathExists(folder);
  if (work.loop || (hasFiles && pathExists(loopFilePath(folder)))) due.add("loop");
  if (work.flow || (hasFiles && pathExists(flowFilePath(folder)))) due.add("flow");
  // While a loop or a flow is on, a task may stand in the transcript alone.
  if (work.tasks || work.loop || work.flow || hasFiles || tasks.block === "always") due.add("tasks");
  if (hasFiles || Object.keys(quality.stages).length > 0) due.add("quality");
}
