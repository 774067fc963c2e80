// What the user's own acts prove: answers to what they were asked, and approval of the plan. In prompts, in the client's
// dialogs, and in the items of a transcript.
import type { TranscriptItem } from "../../transcript/item.ts";
import { approvedPlans, personPrompts, userAnswers } from "../../transcript/selectors/person-input.ts";
import { readApproval } from "./approval.ts";
import { openQuestions } from "./evidence.ts";
import type { Evidence, Flow, NewEvidence } from "./flow.ts";
import { judgeConditions } from "./judge-conditions.ts";

export interface DialogAnswer {
  question: string;
  answer: string;
  at: number;
}

export function findActs(
  flow: Flow,
  recorded: readonly Evidence[],
  items: readonly TranscriptItem[],
): NewEvidence[] {
  const own = items.filter((item) => !item.sidechain && item.timestamp !== null);
  const prompts = personPrompts(own).map((item) => ({ ...item, at: item.timestamp ?? 0 }));
  // A plan is mostly approved, and a question asked, in the very turn that then starts the flow.
  const turn = prompts.findLast(({ at }) => at <= flow.createdAt);
  const since = own.filter((item) =>
    turn ? item.offset >= turn.offset : (item.timestamp ?? 0) >= flow.createdAt,
  );
  const answers = userAnswers(since).map((answer) => ({ ...answer, at: answer.timestamp ?? 0 }));
  return firstOfEach([
    ...approvedPlans(since).map(({ timestamp }) => approvalBy("ExitPlanMode", timestamp ?? 0)),
    ...evidenceInAnswers(answers, recorded),
    ...prompts
      .filter(({ at }) => at > flow.createdAt)
      .flatMap(({ text, at }) => evidenceInOldPrompt(text, at, recorded)),
  ]);
}

/** One approval is enough, and one answer to each question. */
function firstOfEach(found: readonly NewEvidence[]): NewEvidence[] {
  const seen = new Map<string, NewEvidence>();
  for (const row of found) {
    const key = `${row.condition} ${row.answers ?? ""}`;
    if (!seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()];
}

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

/** The same question, though perhaps not in the same words: most of the words of the shorter one are in the other. */
export function isSameQuestion(declared: string, asked: string): boolean {
  const [a, b] = [wordsOf(declared), wordsOf(asked)];
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  if (short.size === 0) return declared.trim() === asked.trim();
  const common = [...short].filter((word) => long.has(word)).length;
  return common / short.size >= 0.7 && (short.size >= 2 || long.size <= 2);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
