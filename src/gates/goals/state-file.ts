// The state file of a goal, which people and other tools read. The row decides; the file follows it.
import { type Goal, isDemanded, listEvidence } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { readStateFile, writeStateFile } from "../../store/state-files.ts";
import type { ConditionState, FileGoal, StateFile } from "./goal.ts";

export function formatStateTime(at: number): string {
  return new Date(at).toISOString();
}

/** The key of a goal that another tool set. */
export function fileKey(createdAt: string, text: string): string {
  return Bun.hash(`${createdAt}\n${text}`).toString(36);
}

/** The file and the row are about the same goal. */
export function describesGoal(file: Pick<FileGoal, "key" | "createdAt">, goal: Goal): boolean {
  return goal.fileKey !== null
    ? file.key === goal.fileKey
    : file.createdAt === formatStateTime(goal.createdAt);
}

/** A goal of ours that may hold: no file counts beside it. */
export function overrulesFiles(goal: Goal | null): goal is Goal {
  return goal !== null && goal.fileKey === null && (goal.state === "active" || hasStalled(goal));
}

/** It is active again when one of its conditions is met. */
export function hasStalled({ state, why }: Goal): boolean {
  return state === "suspended" && why === "same-situation";
}

/** It is active as long as its file holds. */
export function followsFile(goal: Goal): boolean {
  return goal.fileKey !== null && !isDemanded(goal) && goal.state === "active";
}

/** Another tool's file holds its session, for the gate and for whoever shows it. `goal`: the session's own, which overrules no file. */
export function fileHolds(file: FileGoal, goal: Goal | null): boolean {
  if (file.isDone || file.isUsedUp) return false;
  return goal === null || !describesGoal(file, goal) || followsFile(goal);
}

/** Another tool's goal as a goal of ours, with the id and the life of `row`, if it has one. */
export function goalOfFile(
  kind: string,
  { text, key, goal }: FileGoal,
  place: Pick<Goal, "sessionId" | "projectDir"> & { now: number },
  row: Goal | null = null,
): Goal {
  return { ...newGoal(kind, place), ...row, ...goal, text, fileKey: key };
}

/** Without a row. */
export function newGoal(
  kind: string,
  { sessionId, projectDir, now }: Pick<Goal, "sessionId" | "projectDir"> & { now: number },
): Goal {
  return {
    ...{ id: 0, kind, text: "", state: "active", why: null, conditions: [], met: [], details: {} },
    ...{ maxRounds: null, maxMinutes: 0, rounds: 0, resumes: 0, fileKey: null, startedBy: "user" },
    ...{ sessionId, projectDir, createdAt: now, updatedAt: now },
  };
}

/** Writes the file if something changed. A cancelled goal has none, because other tools would take it for active. */
export async function publishGoal(
  { name, render }: StateFile,
  folder: string,
  store: Store,
  goal: Goal,
  conditions: readonly ConditionState[] = [],
): Promise<void> {
  if (goal.state === "cancelled") return withdrawGoal(name, folder);
  const path = `${folder}/${name}`;
  const read = await readStateFile(path, goal.sessionId);
  const before = read.state === "read" ? read.fields : {};
  const fields = await render(goal, listEvidence(store, goal.id), conditions, before);
  // The time first, which is faster and differs for most changes.
  if (fields.last_updated !== before.last_updated || JSON.stringify(fields) !== JSON.stringify(before))
    await writeStateFile(path, fields);
}

export async function withdrawGoal(name: string, folder: string): Promise<void> {
  const { rmSync } = await import("node:fs");
  rmSync(`${folder}/${name}`, { force: true });
}
