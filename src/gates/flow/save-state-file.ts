import { flowFilePath, readStateFile, type StateFields, writeStateFile } from "../../store/state-files.ts";
import type { Flow } from "./flow.ts";
import type { ConditionState } from "./judge-conditions.ts";
import { renderFlowFile } from "./state-file.ts";

/** Brings the file into line with the row. What others wrote into it beside our fields stays. */
export async function saveFlowFile(
  dir: string,
  flow: Flow,
  states: readonly ConditionState[],
): Promise<void> {
  const path = flowFilePath(dir);
  const file = await readStateFile(path, flow.sessionId);
  const before = file.state === "read" ? file.fields : {};
  const fields = renderFlowFile(flow, states, before);
  if (isChanged(fields, before)) await writeStateFile(path, fields);
}

/** Most changes move the time, which is quicker to compare. */
function isChanged(fields: StateFields, before: StateFields): boolean {
  return fields.last_updated !== before.last_updated || JSON.stringify(fields) !== JSON.stringify(before);
}

/** The file of a flow that is over: a cancelled one leaves none, whoever reads it would hold on. */
export async function endFlowFile(dir: string, flow: Flow): Promise<void> {
  if (flow.status === "cancelled") return removeFlowFile(dir);
  await saveFlowFile(dir, flow, []);
}

export async function removeFlowFile(dir: string): Promise<void> {
  const { rmSync } = await import("node:fs");
  rmSync(flowFilePath(dir), { force: true });
}
