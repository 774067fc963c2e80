// Puts a flow's row into its file after a command changed it. The row is what holds; the file is for people.
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import type { Flow } from "../../../gates/flow/flow.ts";
import type { ConditionState } from "../../../gates/flow/judge-conditions.ts";
import { removeFlowFile, saveFlowFile } from "../../../gates/flow/save-state-file.ts";
import { type FlowFile, parseFlowFile } from "../../../gates/flow/state-file.ts";
import { flowFilePath, readStateFile, sessionStateDir, stateDir } from "../../../store/state-files.ts";
import type { Output } from "../../command.ts";

type Owner = Pick<Flow, "projectDir" | "sessionId">;

export async function publishFlow(
  env: Environment,
  out: Output,
  flow: Flow,
  states: readonly ConditionState[],
): Promise<void> {
  const folder = await folderOf(env, flow);
  await attempt(out, () => saveFlowFile(folder, flow, states));
}

/** A flow that is cancelled or moved leaves no file: whoever reads it would hold on. */
export async function withdrawFlow(env: Environment, out: Output, owner: Owner): Promise<void> {
  const folder = await folderOf(env, owner);
  await attempt(out, () => removeFlowFile(folder));
}

/** null when there is none that could be taken at its word. */
export async function readFlowFile(env: Environment, owner: Owner): Promise<FlowFile | null> {
  const file = await readStateFile(flowFilePath(await folderOf(env, owner)), owner.sessionId);
  if (file.state !== "read") return null;
  return parseFlowFile(file.fields);
}

async function folderOf(env: Environment, { projectDir, sessionId }: Owner): Promise<string> {
  const folder = sessionStateDir(stateDir(env, await loadConfig(env, projectDir)), sessionId);
  if (folder === null) throw new Error("a flow's session has an odd id");
  return folder;
}

async function attempt(out: Output, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    out.error(
      `orchestrator.json could not be written (${(error as Error).message}); the flow itself is recorded.`,
    );
  }
}
