// `orchestrator.json`: a flow as other tools and people see it.

import { lineField, readStateFile, type StateFields, writeStateFile } from "../../store/state-files.ts";
import { isRecord } from "../../text/is-record.ts";
import { CONDITION_IDS, type ConditionId, type Flow } from "./flow.ts";
import type { ConditionState } from "./judge-conditions.ts";

export const flowFilePath = (folder: string) => `${folder}/orchestrator.json`;

/** What a file says is done. */
export interface FlowClaims {
  verifiedDone: boolean;
  /** null: not judged, or not needed. */
  conditions: Record<ConditionId, boolean | null>;
}

export interface FlowFile extends FlowClaims {
  task: string;
  phase: string;
  createdAt: string;
  /** Identifies a flow of another tool, which may reuse the file for the next one. */
  key: string;
}

export function parseFlowFile(fields: StateFields): FlowFile {
  const task = lineField(fields, "task");
  const createdAt = lineField(fields, "created_at", 40);
  return {
    task,
    phase: lineField(fields, "phase", 60),
    createdAt,
    key: Bun.hash(`${createdAt}\n${task}`).toString(36),
    ...parseClaims(fields),
  };
}

export function parseClaims(fields: StateFields): FlowClaims {
  const stated = isRecord(fields.conditions) ? fields.conditions : {};
  return {
    verifiedDone: fields.verified_done === true,
    conditions: conditionRecord((id) => (typeof stated[id] === "boolean" ? stated[id] : null)),
  };
}

/** Keeps fields that other tools wrote, also inside `conditions`. Without states, the conditions stay unchanged. */
export function renderFlowFile(
  flow: Flow,
  states: readonly ConditionState[],
  before: StateFields = {},
): StateFields {
  const others = isRecord(before.conditions) ? before.conditions : {};
  return {
    ...before,
    session_id: flow.sessionId,
    task: flow.task,
    phase: flow.phase,
    verified_done: flow.status === "done",
    conditions: states.length === 0 ? others : { ...others, ...conditionValues(states) },
    iterations: flow.rounds,
    status: flow.status,
    complexity: flow.complexity,
    kind: flow.kind,
    created_at: new Date(flow.createdAt).toISOString(),
    last_updated: new Date(flow.updatedAt).toISOString(),
  };
}

/** Updates the file from the row, and keeps fields that other tools wrote. */
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

/** Compares the time first, which is faster and differs for most changes. */
function isChanged(fields: StateFields, before: StateFields): boolean {
  return fields.last_updated !== before.last_updated || JSON.stringify(fields) !== JSON.stringify(before);
}

/** For a finished flow. A cancelled flow has no file, because other tools would take it for active. */
export async function endFlowFile(dir: string, flow: Flow): Promise<void> {
  if (flow.status === "cancelled") return removeFlowFile(dir);
  await saveFlowFile(dir, flow, []);
}

export async function removeFlowFile(dir: string): Promise<void> {
  const { rmSync } = await import("node:fs");
  rmSync(flowFilePath(dir), { force: true });
}

/** The file and the row are about the same flow. */
export function describesFlow(file: FlowFile, flow: Flow): boolean {
  if (flow.fileKey !== null) return file.key === flow.fileKey;
  return file.createdAt === "" || file.createdAt === new Date(flow.createdAt).toISOString();
}

/** The conditions of another tool's file, which are believed. */
export function foreignConditions(file: FlowFile): ConditionState[] {
  return CONDITION_IDS.flatMap((id): ConditionState[] => {
    const isMet = file.conditions[id];
    if (isMet === null) return [];
    if (isMet) return [{ id, state: "met", because: "orchestrator.json says so", next: "" }];
    const needsUser = id === "must_have_answered" || id === "plan_approved";
    const next = needsUser
      ? "Ask the user."
      : "Do it, and have the tool that wrote orchestrator.json record it.";
    return [
      { id, state: "open", because: "open in orchestrator.json", next, ...(needsUser ? { needsUser } : {}) },
    ];
  });
}

/** The file claims more than our rows: it was edited by hand. */
export function claimsMore(file: FlowClaims, flow: Flow, states: readonly ConditionState[]): boolean {
  if (file.verifiedDone && flow.status !== "done") return true;
  // A lapsed condition was met when we wrote the file, so it is not a false claim.
  return states.some(({ id, state, lapsed }) => state === "open" && !lapsed && file.conditions[id] === true);
}

function conditionValues(states: readonly ConditionState[]): Record<ConditionId, boolean | null> {
  return conditionRecord((id) => {
    const judged = states.find((state) => state.id === id);
    return !judged || judged.untried || judged.state === "not-needed" ? null : judged.state === "met";
  });
}

function conditionRecord(value: (id: ConditionId) => boolean | null): Record<ConditionId, boolean | null> {
  const record: Partial<Record<ConditionId, boolean | null>> = {};
  for (const id of CONDITION_IDS) record[id] = value(id);
  return record as Record<ConditionId, boolean | null>;
}
