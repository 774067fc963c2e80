// The loop of this session: our row, or the word of another tool's file. Runs the verify command.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { noteFaultOnce } from "../../store/note-fault-once.ts";
import {
  loopFilePath,
  readStateFile,
  type StateFields,
  sessionStateDir,
  stateDir,
} from "../../store/state-files.ts";
import type { Loop } from "../engine/declared-facts.ts";
import type { Known } from "../engine/known.ts";
import { willWait } from "../engine/will-wait.ts";
import { findLoop, type LoopRow } from "./rows.ts";
import { DEFAULT_MINUTES, formatStateTime, type LoopFile, parseLoopFile } from "./state-file.ts";

type Gated = HookContext<GatedEvent>;

export interface GatheredLoop {
  loop: Loop | null;
  treeMark: string;
}

const NONE: GatheredLoop = { loop: null, treeMark: "" };

export async function gatherLoop(context: Gated, known: Known): Promise<GatheredLoop> {
  const { sessionId } = context.event;
  const folder = sessionStateDir(stateDir(context.env, known.loaded), sessionId);
  if (sessionId === null || folder === null) return NONE;
  const row = findLoop(known.store, sessionId);
  const fields = await readFile(context, known, folder, sessionId);
  if (row?.status === "active") return lookAtRow(context, known, row, fields);
  if (fields === null) return NONE;
  const file = parseLoopFile(fields);
  // A file of ours that a crash left behind its row says nothing any more.
  if (row !== null && file.createdAt === formatStateTime(row.created_at)) {
    await mend(context, folder, row, file);
    return NONE;
  }
  return { loop: takeAtItsWord(file), treeMark: "" };
}

async function readFile(
  context: Gated,
  known: Known,
  folder: string,
  sessionId: string,
): Promise<StateFields | null> {
  const read = await readStateFile(loopFilePath(folder), sessionId);
  if (read.state === "broken") await noteFaultOnce(context, known.store, "state", read.problem);
  return read.state === "read" ? read.fields : null;
}

async function lookAtRow(
  context: Gated,
  known: Known,
  row: LoopRow,
  file: StateFields | null,
): Promise<GatheredLoop> {
  const loop: Loop = {
    source: "row",
    id: `${row.created_at}.${row.resumes}`,
    task: row.task,
    iteration: row.iteration,
    maxIterations: row.max_iterations,
    maxMinutes: row.max_minutes,
    verify: row.verify,
    promise: row.promise,
    check: null,
    claimed: file?.verified_done === true,
  };
  if (row.verify === null || willWait(context, known)) return { loop, treeMark: "" };
  const { readTreeMark, runVerify } = await import("./run-verify.ts");
  // Before the command, which may leave files of its own.
  const treeMark = await readTreeMark(context, known, row.project_dir);
  return { loop: { ...loop, check: await runVerify(context, known, row) }, treeMark };
}

/** Its command is never run: who wrote it is not known. */
function takeAtItsWord(file: LoopFile): Loop | null {
  if (file.verifiedDone || file.iteration >= file.maxIterations) return null;
  return {
    source: "file",
    id: `file.${Bun.hash(`${file.createdAt}\n${file.task}`).toString(36)}`,
    task: file.task,
    iteration: file.iteration,
    maxIterations: file.maxIterations,
    maxMinutes: DEFAULT_MINUTES,
    verify: null,
    promise: null,
    check: null,
    claimed: false,
  };
}

async function mend(context: Gated, folder: string, row: LoopRow, file: LoopFile): Promise<void> {
  if (row.status === "suspended" || (row.status === "done" && file.verifiedDone)) return;
  try {
    const { writeLoopState } = await import("./loop-state.ts");
    await writeLoopState(folder, row);
  } catch (error) {
    await noteFault(context, "state", error);
  }
}
