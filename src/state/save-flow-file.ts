import { rmSync } from "node:fs";
import type { Flow } from "../flow/flow.ts";
import type { ConditionState } from "../flow/judge-conditions.ts";
import { namesOtherSession } from "./fields.ts";
import { flowFilePath, renderFlowFile } from "./flow-file.ts";
import { readStateFile } from "./read-state-file.ts";
import { writeStateFile } from "./write-state-file.ts";

/** Brings the file into line with the row. What others wrote into it beside our fields stays. */
export async function saveFlowFile(
  dir: string,
  flow: Flow,
  states: readonly ConditionState[],
): Promise<void> {
  const path = flowFilePath(dir);
  const file = await readStateFile(path);
  const before = file.state === "read" && !namesOtherSession(file.fields, flow.sessionId) ? file.fields : {};
  const fields = renderFlowFile(flow, states, before);
  if (JSON.stringify(fields) !== JSON.stringify(before)) writeStateFile(path, fields);
}

/** The file of a flow that is over: a cancelled one leaves none, whoever reads it would hold on. */
export async function endFlowFile(dir: string, flow: Flow): Promise<void> {
  if (flow.status === "cancelled") return removeFlowFile(dir);
  await saveFlowFile(dir, flow, []);
}

export function removeFlowFile(dir: string): void {
  rmSync(flowFilePath(dir), { force: true });
}
