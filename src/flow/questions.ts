// The must-have questions of a flow.
import type { Evidence } from "./flow.ts";
import { standingEvidence } from "./judged.ts";

export function declaredQuestions(evidence: readonly Evidence[]): Evidence[] {
  // A question that was declared stays: taking the list back would be a way around the user.
  return evidence.filter((row) => row.condition === "must_have_answered" && row.kind === "question");
}

/** Those the user has not answered yet, oldest first. */
export function openQuestions(evidence: readonly Evidence[]): Evidence[] {
  const answered = new Set(standingEvidence(evidence, "must_have_answered").map((row) => row.answers));
  return declaredQuestions(evidence).filter((question) => !answered.has(question.id));
}
