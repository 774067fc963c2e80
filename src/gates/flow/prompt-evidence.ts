// What a prompt of the user proves: answers to what they were asked, and approval of the plan.
import { readApproval } from "./approval.ts";
import type { Evidence, Flow, NewEvidence } from "./flow.ts";
import { judgeConditions } from "./judge-conditions.ts";
import { openQuestions } from "./questions.ts";

/** `prompt` comes now, after all this evidence. */
export function evidenceInPrompt(
  prompt: string,
  at: number,
  flow: Flow,
  evidence: readonly Evidence[],
): NewEvidence[] {
  if (isSlashCommand(prompt)) return [];
  const approval = readApproval(prompt);
  // A bare "yes" is about the plan only when that is what the flow waits for.
  const approves = approval !== null && (approval.explicit || isPlanNext(flow, evidence));
  return [...answersTo(openQuestions(evidence), at), ...(approves ? [approvalBy("prompt", at)] : [])];
}

/** The same for a prompt found later: what was open when it came is not known any more, so only plain words count. */
export function evidenceInOldPrompt(
  prompt: string,
  at: number,
  evidence: readonly Evidence[],
): NewEvidence[] {
  if (isSlashCommand(prompt)) return [];
  const asked = openQuestions(evidence).filter((question) => question.at < at);
  return [...answersTo(asked, at), ...(readApproval(prompt)?.explicit ? [approvalBy("prompt", at)] : [])];
}

export function approvalBy(source: string, at: number): NewEvidence {
  return { condition: "plan_approved", kind: "approval", source, text: "", at };
}

export function answerTo(question: Evidence, source: string, at: number): NewEvidence {
  return { condition: "must_have_answered", kind: "answer", source, text: "", answers: question.id, at };
}

function answersTo(questions: readonly Evidence[], at: number): NewEvidence[] {
  return questions.map((question) => answerTo(question, "prompt", at));
}

function isPlanNext(flow: Flow, evidence: readonly Evidence[]): boolean {
  const states = judgeConditions({ flow, evidence, tree: { mark: "", changed: false } });
  return states.find(({ state }) => state === "open")?.id === "plan_approved";
}

function isSlashCommand(prompt: string): boolean {
  return prompt.trimStart().startsWith("/");
}
