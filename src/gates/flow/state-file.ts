// `orchestrator.json`: a flow as other tools and people see it.

import { lineField, type StateFields } from "../../store/state-files.ts";
import { isRecord } from "../../text/unknown-values.ts";
import type { ConditionState, FileGoal, StateFile } from "../goals/goal.ts";
import { fileKey, formatStateTime } from "../goals/state-file.ts";
import { CONDITIONS, FLOW_LIMITS, toFlow } from "./flow.ts";

export const flowFile: StateFile = {
  name: "orchestrator.json",
  parse: parseFlowFile,
  render(goal, _, conditions, before) {
    const flow = toFlow(goal);
    const others = isRecord(before.conditions) ? before.conditions : {};
    return {
      ...before,
      session_id: flow.sessionId,
      task: flow.task,
      phase: flow.phase,
      verified_done: flow.status === "done" && flow.why === null,
      conditions: conditions.length === 0 ? others : { ...others, ...conditionValues(conditions) },
      iterations: flow.rounds,
      status: flow.status,
      complexity: flow.complexity,
      kind: flow.kind,
      created_at: formatStateTime(flow.createdAt),
      last_updated: formatStateTime(flow.updatedAt),
    };
  },
};

function conditionValues(states: readonly ConditionState[]): Record<string, boolean | null> {
  return Object.fromEntries(
    states.map(({ id, state, untried }) => [id, untried || state === "not-needed" ? null : state === "met"]),
  );
}

function parseFlowFile(fields: StateFields): FileGoal {
  const text = lineField(fields, "task");
  const createdAt = lineField(fields, "created_at", 40);
  return {
    text,
    createdAt,
    key: fileKey(createdAt, text),
    isDone: fields.verified_done === true,
    isUsedUp: false,
    conditions: parseConditions(isRecord(fields.conditions) ? fields.conditions : {}),
    goal: { maxMinutes: FLOW_LIMITS.minutes, details: { phase: lineField(fields, "phase", 60) } },
  };
}

/** Those that the file states; in another tool's file they are believed. */
function parseConditions(stated: Record<string, unknown>): ConditionState[] {
  return CONDITIONS.flatMap(({ id, by }): ConditionState[] => {
    const isMet = stated[id];
    if (isMet === true) return [{ id, by, state: "met", because: "orchestrator.json says so", next: "" }];
    if (isMet !== false) return [];
    const needsUser = by === "person";
    const next = needsUser
      ? "Ask the user."
      : "Do it, and have the tool that wrote orchestrator.json record it.";
    const open = { id, by, state: "open", because: "open in orchestrator.json", next } as const;
    return [needsUser ? { ...open, needsUser } : open];
  });
}
