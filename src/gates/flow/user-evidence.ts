// Recognises the user's answers to questions and approval of the plan: dialogs of the client, an accepted plan, and
// `holdfast flow approve`. A prompt answers questions; it never approves, whatever it says.
import type { TranscriptItem } from "../../transcript/item.ts";
import { isTypedCommand, personPrompts } from "../../transcript/selectors/person-input.ts";
import type { QuestionAnswer } from "../../transcript/tool-item.ts";
import { openQuestions } from "./evidence.ts";
import type { Evidence, Flow, NewEvidence } from "./flow.ts";

export const APPROVE_COMMAND = "flow approve";

export type DialogAnswer = QuestionAnswer & { at: number };

export function findActs(
  flow: Flow,
  recorded: readonly Evidence[],
  items: readonly TranscriptItem[],
): NewEvidence[] {
  const mainItems = items.filter((item) => !item.sidechain && item.timestamp !== null);
  const prompts = personPrompts(mainItems).map((item) => ({ ...item, at: item.timestamp ?? 0 }));
  // Mostly the plan is approved, and a question asked, in the turn that starts the flow.
  const turn = prompts.findLast(({ at }) => at <= flow.createdAt);
  const since = mainItems.filter((item) =>
    turn ? item.offset >= turn.offset : (item.timestamp ?? 0) >= flow.createdAt,
  );
  const answers = since.flatMap((item) =>
    item.kind === "answers" ? item.answers.map((answer) => ({ ...answer, at: item.timestamp ?? 0 })) : [],
  );
  const plans = since.filter(({ kind }) => kind === "plan-approval");
  const typed = mainItems.filter((item) => (item.timestamp ?? 0) > flow.createdAt && isTypedApproval(item));
  const acts = [
    ...plans.map(({ timestamp }) => approvalBy("ExitPlanMode", timestamp ?? 0)),
    ...evidenceInAnswers(answers, recorded),
    ...typed.flatMap(({ timestamp }) => evidenceByCommand(timestamp ?? 0, recorded)),
    ...prompts
      .filter(({ at }) => at > flow.createdAt)
      .flatMap(({ text, at }) => answersInPrompt(text, at, recorded)),
  ];
  // What the user did before the condition was withdrawn no longer counts.
  return firstOfEach(acts.filter(({ condition, at }) => at > withdrawnAt(recorded, condition)));
}

function withdrawnAt(evidence: readonly Evidence[], id: Evidence["condition"]): number {
  return evidence.findLast(({ condition, kind }) => condition === id && kind === "withdrawn")?.at ?? 0;
}

/** One approval is enough, and one answer to each question. */
function firstOfEach(rows: readonly NewEvidence[]): NewEvidence[] {
  const firsts = new Map<string, NewEvidence>();
  for (const row of rows) {
    const key = `${row.condition} ${row.answers ?? ""}`;
    if (!firsts.has(key)) firsts.set(key, row);
  }
  return [...firsts.values()];
}

/** The whole line: one that only mentions the command does not approve, nor does one about another session. */
const APPROVE_LINE = /^(?:\S*\/)?holdfast flow approve(?: --json)?$/;

/** The person typed it with `!` or as a slash command. */
export function isTypedApproval(item: TranscriptItem): boolean {
  if (item.kind === "shell-command") return APPROVE_LINE.test(item.command.trim().replaceAll(/\s+/g, " "));
  return item.kind === "slash-command" && isTypedCommand(item, APPROVE_COMMAND);
}

/** `flow approve` approves the plan, and leaves questions that are still open to Claude. */
export function evidenceByCommand(at: number, evidence: readonly Evidence[]): NewEvidence[] {
  return [...answersTo(evidence, APPROVE_COMMAND, at), approvalBy(APPROVE_COMMAND, at)];
}

/** Any prompt answers the questions declared before it. */
export function answersInPrompt(prompt: string, at: number, evidence: readonly Evidence[]): NewEvidence[] {
  return prompt.trimStart().startsWith("/") ? [] : answersTo(evidence, "prompt", at);
}

function approvalBy(source: string, at: number): NewEvidence {
  return { condition: "plan_approved", kind: "approval", source, text: "", at };
}

function answersTo(evidence: readonly Evidence[], source: string, at: number): NewEvidence[] {
  return openQuestions(evidence)
    .filter((question) => question.at < at)
    .map((question) => answerTo(question, source, at));
}

function answerTo(question: Evidence, source: string, at: number): NewEvidence {
  return { condition: "must_have_answered", kind: "answer", source, text: "", answers: question.id, at };
}

/** The option that Claude is told to offer; the client has it append "(Recommended)". */
const APPROVE_LABEL = /^approve(?: (?:the |this )?plan)?(?: \(recommended\))?$/i;

export function evidenceInAnswers(
  answers: readonly DialogAnswer[],
  evidence: readonly Evidence[],
): NewEvidence[] {
  const answered = openQuestions(evidence).flatMap((open) => {
    const found = answers.find(({ question }) => isSameQuestion(open.text, question));
    return found ? [answerTo(open, "AskUserQuestion", found.at)] : [];
  });
  const last = answers.findLast(asksForApproval);
  const approves = last !== undefined && isApproveLabel(last.answer);
  return [...answered, ...(approves ? [approvalBy("AskUserQuestion", last.at)] : [])];
}

/** It is about the plan and offered to approve it. */
function asksForApproval({ question, header = "", answer, others = [] }: DialogAnswer): boolean {
  const labels = [answer, ...others].filter(isApproveLabel);
  return labels.length > 0 && /\bplan\b/i.test([question, header, ...labels].join(" "));
}

function isApproveLabel(label: string): boolean {
  return APPROVE_LABEL.test(label.trim());
}

/** Allows for other wording: most words of the shorter question are in the other one. */
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
