// What a rule may say about a condition, and how it looks at what was recorded.
import { firstLine } from "../../text/clip.ts";
import type { ConditionId, Evidence, EvidenceKind } from "./flow.ts";

export interface Judgement {
  state: "met" | "open" | "not-needed";
  /** The evidence when met, what is missing when open. */
  because: string;
  /** What Claude is to do next; empty when met. */
  next: string;
  /** The next step is the user's. */
  needsUser?: true;
  /** It was met once; a change or a withdrawal opened it again. */
  lapsed?: true;
  /** On a run for something else: it did not run again. */
  believed?: true;
  /** Nothing was tried yet that could pass or fail. */
  untried?: true;
}

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
    ({ condition, kind }) => condition === id && (kind === "withdrawn" || kinds.includes(kind)),
  );
  return last?.kind === "withdrawn" ? undefined : last;
}

/** What came after the last withdrawal. */
export function standingEvidence(evidence: readonly Evidence[], id: ConditionId): Evidence[] {
  const own = evidence.filter((row) => row.condition === id);
  return own.slice(own.findLastIndex((row) => row.kind === "withdrawn") + 1);
}

/** The must-have questions of a flow. */
export function declaredQuestions(evidence: readonly Evidence[]): Evidence[] {
  // A question that was declared stays: taking the list back would be a way around the user.
  return evidence.filter(({ condition, kind }) => condition === "must_have_answered" && kind === "question");
}

/** Those the user has not answered yet, oldest first. */
export function openQuestions(evidence: readonly Evidence[]): Evidence[] {
  const declared = declaredQuestions(evidence);
  if (declared.length === 0) return declared;
  const answered = new Set(standingEvidence(evidence, "must_have_answered").map((row) => row.answers));
  return declared.filter((question) => !answered.has(question.id));
}
