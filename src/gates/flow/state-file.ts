// `orchestrator.json`: what other tools and people see of a flow.

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
  /** Tells one flow of another tool from the next one in the same file. */
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
  const given = isRecord(fields.conditions) ? fields.conditions : {};
  return {
    verifiedDone: fields.verified_done === true,
    conditions: conditionRecord((id) => (typeof given[id] === "boolean" ? given[id] : null)),
  };
}

/** Fields of others stay as they are, those inside `conditions` too. Without states nothing is said about them. */
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

/** The file speaks of the very flow this row is about. */
export function describesFlow(file: FlowFile, flow: Flow): boolean {
  if (flow.fileKey !== null) return file.key === flow.fileKey;
  return file.createdAt === "" || file.createdAt === new Date(flow.createdAt).toISOString();
}

/** Another tool's conditions, at their word. */
export function foreignConditions(file: FlowFile): ConditionState[] {
  return CONDITION_IDS.flatMap((id): ConditionState[] => {
    const said = file.conditions[id];
    if (said === null) return [];
    if (said) return [{ id, state: "met", because: "orchestrator.json says so", next: "" }];
    const needsUser = id === "must_have_answered" || id === "plan_approved";
    const next = needsUser
      ? "Ask the user."
      : "Do it, and have the tool that wrote orchestrator.json record it.";
    return [
      { id, state: "open", because: "open in orchestrator.json", next, ...(needsUser ? { needsUser } : {}) },
    ];
  });
}

/** The file says that more is done than our rows do: somebody wrote it by hand. */
export function claimsMore(file: FlowClaims, flow: Flow, states: readonly ConditionState[]): boolean {
  if (file.verifiedDone && flow.status !== "done") return true;
  // What lapsed was true when we wrote the file, and need not be a claim of somebody else.
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
