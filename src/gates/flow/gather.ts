// The flow of this session: our row, or the word of another tool's file.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { noteFaultOnce } from "../../store/note-fault-once.ts";
import {
  flowFilePath,
  readStateFile,
  type StateFields,
  sessionStateDir,
  stateDir,
} from "../../store/state-files.ts";
import type { HeldFlow } from "../engine/declared-facts.ts";
import type { Known } from "../engine/known.ts";
import type { Flow } from "./flow.ts";
import { findFlow } from "./rows.ts";
import { describesFlow, type FlowFile, foreignConditions, parseFlowFile } from "./state-file.ts";

type Gated = HookContext<GatedEvent>;

export async function gatherFlow(context: Gated, known: Known): Promise<HeldFlow | null> {
  const { sessionId } = context.event;
  const folder = sessionStateDir(stateDir(context.env, known.loaded), sessionId);
  if (sessionId === null || folder === null) return null;
  const row = findFlow(known.store, sessionId);
  const fields = await readFile(context, known, folder, sessionId);
  if (row?.status === "active" && row.fileKey === null) {
    const { holdFlow } = await import("./hold-flow.ts");
    return holdFlow(context, known, row, fields);
  }
  const file = fields && parseFlowFile(fields);
  if (file === null || file.verifiedDone) return null;
  if (row === null || !describesFlow(file, row)) return takeAtItsWord(file, null);
  if (row.fileKey !== null) return row.status === "active" ? takeAtItsWord(file, row) : null;
  await mend(context, folder, row);
  return null;
}

async function readFile(
  context: Gated,
  known: Known,
  folder: string,
  sessionId: string,
): Promise<StateFields | null> {
  const read = await readStateFile(flowFilePath(folder), sessionId);
  if (read.state === "broken") await noteFaultOnce(context, known.store, "state", read.problem);
  return read.state === "read" ? read.fields : null;
}

/** `row` only says that it was resumed. */
function takeAtItsWord(file: FlowFile, row: Flow | null): HeldFlow {
  return {
    source: "file",
    id: `file.${file.key}.${row?.resumes ?? 0}`,
    task: file.task,
    phase: file.phase,
    conditions: foreignConditions(file),
    claimed: false,
    treeMark: "",
    uncommitted: [],
    row,
    fileKey: file.key,
    recognised: [],
  };
}

/** A crash left the file of a flow that is over behind its row. */
async function mend(context: Gated, folder: string, row: Flow): Promise<void> {
  if (row.status !== "done" && row.status !== "cancelled") return;
  try {
    const { endFlowFile } = await import("./save-state-file.ts");
    await endFlowFile(folder, row);
  } catch (error) {
    await noteFault(context, "state", error);
  }
}
