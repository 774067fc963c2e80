// A goal of another tool: only its state file is there, and it also holds the session.
import type { FileGoal } from "../../gates/goals/goal.ts";
import { findKind } from "../../gates/goals/kinds.ts";
import { fileHolds, overrulesFiles } from "../../gates/goals/state-file.ts";
import { pathExists } from "../../platform/files.ts";
import type { Goal } from "../../store/goals.ts";
import { readStateFile } from "../../store/state-files.ts";

/** `folders`: the session's state files. null if there is none, if it no longer holds, or if a row of ours overrules it. */
export async function readForeignGoal(
  kind: string,
  folders: readonly string[],
  sessionId: string | null,
  goal: Goal | null,
): Promise<FileGoal | null> {
  const file = findKind(kind)?.file;
  if (!file || overrulesFiles(goal)) return null;
  for (const path of folders.map((folder) => `${folder}/${file.name}`).filter(pathExists)) {
    const read = await readStateFile(path, sessionId);
    const theirs = read.state === "read" ? file.parse(read.fields) : null;
    if (theirs !== null && fileHolds(theirs, goal)) return theirs;
  }
  return null;
}
