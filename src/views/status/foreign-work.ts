// A goal of another tool: only its state file is there, and it also holds the session.
import { flowFile } from "../../gates/flow/state-file.ts";
import type { FileGoal, StateFile } from "../../gates/goals/goal.ts";
import { describesGoal } from "../../gates/goals/state-file.ts";
import { loopFile } from "../../gates/loop/loop.ts";
import { pathExists } from "../../platform/files.ts";
import { type Goal, isOpenGoal } from "../../store/goals.ts";
import { readStateFile } from "../../store/state-files.ts";

/** The kinds of goal that have a state file. */
export const STATE_FILES: Readonly<Record<string, StateFile>> = { loop: loopFile, flow: flowFile };

/** `folder`: the session's state files. null if there is none, if it is over, or if a row of ours overrules it. */
export async function readForeignGoal(
  kind: string,
  folder: string | null,
  sessionId: string | null,
  goal: Goal | null,
): Promise<FileGoal | null> {
  const file = STATE_FILES[kind];
  if (!file || folder === null || !pathExists(`${folder}/${file.name}`)) return null;
  if (goal && isOpenGoal(goal) && goal.fileKey === null) return null;
  const read = await readStateFile(`${folder}/${file.name}`, sessionId);
  const theirs = read.state === "read" ? file.parse(read.fields) : null;
  if (theirs === null || theirs.isDone) return null;
  return goal && describesGoal(theirs, goal) && goal.state !== "active" ? null : theirs;
}
