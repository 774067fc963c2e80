// The judgements of a condition, and queries over the recorded evidence.
import { firstLine } from "../../text/clip.ts";
import type { ConditionState } from "../goals/goal.ts";
import type { ConditionId, Evidence, EvidenceKind } from "./flow.ts";

export type Judgement = Omit<ConditionState, "id">;

export function metBy(row: Evidence): Judgement {
  const text = firstLine(row.text);
  return { state: "met", because: text ? `${row.source}: ${text}` : row.source, next: "" };
}

export function open(because: string, next: string): Judgement {
  return { state: "open", because, next };
}

export function lapsed(because: string, next: string): Judgement {
  return { ...open(because, next), lapsed: true };
}

export function untried(because: string, next: string): Judgement {
  return { ...open(because, next), untried: true };
}

export function lastOf(
  evidence: readonly Evidence[],
  id: ConditionId,
  kinds: readonly EvidenceKind[],
): Evidence | undefined {
  const last = evidence.findLast(
    ({ condition, kind }) =>
      condition === id && (kind === "withdrawn" || (kinds as readonly string[]).includes(kind)),
  );
  return last?.kind === "withdrawn" ? undefined : last;
}

export function evidenceSinceWithdrawal(evidence: readonly Evidence[], id: ConditionId): Evidence[] {
  const rows = evidence.filter((row) => row.condition === id);
  return rows.slice(rows.findLastIndex((row) => row.kind === "withdrawn") + 1);
}

export function declaredQuestions(evidence: readonly Evidence[]): Evidence[] {
  // A declared question stays, even after a withdrawal: otherwise Claude could avoid asking the user.
  return evidence.filter(({ condition, kind }) => condition === "must_have_answered" && kind === "question");
}

/** Questions that the user has not answered yet, oldest first. */
export function openQuestions(evidence: readonly Evidence[]): Evidence[] {
  const declared = declaredQuestions(evidence);
  if (declared.length === 0) return declared;
  const answered = new Set(evidenceSinceWithdrawal(evidence, "must_have_answered").map((row) => row.answers));
  return declared.filter((question) => !answered.has(question.id));
}
