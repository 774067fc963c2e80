// A loop or a flow of another tool: only its state file is there, and it also holds the session.
import type { Flow } from "../../gates/flow/flow.ts";
import { describesFlow, type FlowFile, flowFilePath, parseFlowFile } from "../../gates/flow/state-file.ts";
import type { LoopRow } from "../../gates/loop/rows.ts";
import { describesLoop, type LoopFile, loopFilePath, parseLoopFile } from "../../gates/loop/state-file.ts";
import { pathExists } from "../../platform/files.ts";
import { readStateFile } from "../../store/state-files.ts";
import { isOpen } from "./active-items.ts";

/** `folder`: the session's state files. null if there is none, or if the file belongs to our own loop. */
export async function readForeignLoop(
  folder: string | null,
  sessionId: string | null,
  loop: LoopRow | null,
): Promise<LoopFile | null> {
  if (folder === null || !pathExists(loopFilePath(folder))) return null;
  const read = await readStateFile(loopFilePath(folder), sessionId);
  const file = read.state === "read" ? parseLoopFile(read.fields) : null;
  return file && !(loop && describesLoop(file, loop)) ? file : null;
}

/** The same, of a flow that is not over and not overruled by a row of ours. */
export async function readForeignFlow(
  folder: string | null,
  sessionId: string | null,
  flow: Flow | null,
): Promise<FlowFile | null> {
  if (folder === null || (flow && isOpen(flow) && flow.fileKey === null)) return null;
  const file = await readFlowFile(folder, sessionId);
  if (!file || file.verifiedDone) return null;
  return flow && describesFlow(file, flow) && flow.status !== "active" ? null : file;
}

/** null when there is none, or none that can be used. */
export async function readFlowFile(folder: string, sessionId: string | null): Promise<FlowFile | null> {
  const file = await readStateFile(flowFilePath(folder), sessionId);
  return file.state === "read" ? parseFlowFile(file.fields) : null;
}
