// What the user decided in the client's own dialogs: answers to its questions, and plans.
import { readApproval } from "./approval.ts";
import type { Evidence, NewEvidence } from "./flow.ts";
import { isSameQuestion } from "./match-question.ts";
import { answerTo, approvalBy } from "./prompt-evidence.ts";
import { openQuestions } from "./questions.ts";

export interface DialogAnswer {
  question: string;
  answer: string;
  at: number;
}

export function evidenceInAnswers(
  answers: readonly DialogAnswer[],
  evidence: readonly Evidence[],
): NewEvidence[] {
  const answered = openQuestions(evidence).flatMap((open) => {
    const found = answers.find(({ question }) => isSameQuestion(open.text, question));
    return found ? [answerTo(open, "AskUserQuestion", found.at)] : [];
  });
  const approval = answers.findLast(({ question }) => /\b(plan|approve)/i.test(question));
  const approves = approval !== undefined && isYes(approval.answer);
  return [...answered, ...(approves ? [approvalBy("AskUserQuestion", approval.at)] : [])];
}

function isYes(answer: string): boolean {
  return /^(approve|accept)\b/i.test(answer.trim()) || readApproval(answer) !== null;
}
