// The must-have questions of a flow.
import type { Evidence } from "./flow.ts";
import { standingEvidence } from "./judged.ts";

export function declaredQuestions(evidence: readonly Evidence[]): Evidence[] {
  // A question that was declared stays: taking the list back would be a way around the user.
  const questions: Evidence[] = [];
  for (const row of evidence)
    if (row.condition === "must_have_answered" && row.kind === "question") questions.push(row);
  return questions;
}

/** Those the user has not answered yet, oldest first. */
export function openQuestions(evidence: readonly Evidence[]): Evidence[] {
  const declared = declaredQuestions(evidence);
  if (declared.length === 0) return declared;
  const answered = new Set(standingEvidence(evidence, "must_have_answered").map((row) => row.answers));
  return declared.filter((question) => !answered.has(question.id));
}
