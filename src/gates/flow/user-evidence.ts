// Recognises the user's answers to questions and approval of the plan: in prompts, in the client's dialogs, and in the items of a
// transcript.
import type { TranscriptItem } from "../../transcript/item.ts";
import { personPrompts } from "../../transcript/selectors/person-input.ts";
import { openQuestions } from "./evidence.ts";
import { type Evidence, type Flow, type NewEvidence, NO_TREE } from "./flow.ts";
import { judgeConditions } from "./judge-conditions.ts";

/** Approve only if the prompt says nothing else. */
const BARE_YES = new Set(
  (
    "yes|yep|yeah|yup|y|ok|okay|k|sure|fine|good|great|perfect|agreed|+1|👍|✅|ja|jawohl|jo|gut|passt|oui|ouais|" +
    "sí|si|vale|bueno|sim|certo|da|да|хорошо|はい|是|好|好的|可以|行|对|please|bitte|thanks|thank you|danke"
  ).split("|"),
);

/** A clause that begins like this approves, whatever follows in it. */
const YES_BEGINNINGS = [
  /^(i|we) approve\b/,
  /^(the |your |this )?plan (is |looks )?(approved|good|great|fine|ok|okay)\b/,
  /^approved\b/,
  /^(that |this |it )?(looks|sounds) (very |really )?(good|great|fine|right|perfect)\b/,
  /^lgtm\b/,
  /^(please )?(go ahead|go for it|proceed|ship it|do it|do that|make it so|carry on with (it|the plan))\b/,
  /^let'?s (go|do (it|this|that))\b/,
  /^(please )?(implement|build|start with|execute|follow) (it|this|that|the plan)\b/,
  /^(genehmigt|freigegeben|einverstanden|sieht gut aus|leg los|mach das|mach es so|so machen)(?!\p{L})/u,
  /^(approuvé|d['’]accord|vas-y|allez-y|c['’]est bon|ça me va)(?!\p{L})/u,
  /^(aprobado|de acuerdo|adelante|hazlo|se ve bien|me parece bien)(?!\p{L})/u,
  /^(aprovado|pode seguir|vá em frente|de acordo|approvato|va bene|procedi)(?!\p{L})/u,
  /^(одобряю|одобрено|давай|согласен|согласна)(?!\p{L})/u,
  /^(承認|進めて|いいですね|问题ない|同意|批准|没问题|开始吧|就这么做)/,
];

const EXPLICIT = /^(i approve|we approve|approved|lgtm|(the |your |this )?plan )/;

const NO =
  /(?<!\p{L})(no|not|don'?t|doesn'?t|do not|never|stop|wait|hold|cancel|reject(ed)?|disagree|but|except|however|unless|until|if|before you|nicht|kein\w*|nein|aber|warte|non|pas|mais|attends|pero|espera|não|mas|ma|нет|не|но)(?!\p{L})|不|别|待って|だめ|いいえ/u;

const MAX_LENGTH = 400;

const MAX_PROMPT = 4000;

interface Approval {
  /** It mentions the plan or the approval, so it is not an answer to another question. */
  explicit: boolean;
}

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
  return firstOfEach([
    ...plans.map(({ timestamp }) => approvalBy("ExitPlanMode", timestamp ?? 0)),
    ...evidenceInAnswers(answers, recorded),
    ...prompts
      .filter(({ at }) => at > flow.createdAt)
      .flatMap(({ text, at }) => evidenceInOldPrompt(text, at, recorded)),
  ]);
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

/** For a new prompt, which is later than all the evidence. */
export function evidenceInPrompt(
  prompt: string,
  at: number,
  flow: Flow,
  evidence: readonly Evidence[],
): NewEvidence[] {
  if (isSlashCommand(prompt)) return [];
  const approval = readApproval(prompt);
  // A bare "yes" is about the plan only if the flow is waiting for its approval.
  const approves = approval !== null && (approval.explicit || isPlanNext(flow, evidence));
  return [...answersTo(openQuestions(evidence), at), ...(approves ? [approvalBy("prompt", at)] : [])];
}

/** For an earlier prompt: what was open at that time is no longer known, so only an explicit approval counts. */
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
  const states = judgeConditions({ flow, evidence, tree: NO_TREE });
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

// Decides whether a prompt approves. Strict: anything that is not clearly a yes is not an approval.
export function readApproval(prompt: string): Approval | null {
  if (prompt.length > MAX_PROMPT || /[?？¿]/.test(prompt)) return null;
  const text = prompt.trim().toLowerCase();
  if (text.length === 0 || text.length > MAX_LENGTH || text.startsWith("/")) return null;
  const withoutIdioms = text.replaceAll(/没问题|no problem|why not/g, "");
  if (NO.test(withoutIdioms)) return null;
  const clauses = text
    .split(/[.!;,:\n…、。！，；]+|\s+-+\s+|\s+and\s+|\s+und\s+/)
    .map((clause) => clause.replaceAll(/\s+/g, " ").trim())
    .filter((clause) => clause !== "");
  const approving = clauses.filter(isApproving);
  const bare = clauses.filter((clause) => BARE_YES.has(clause));
  const approves = approving.length > 0 || (clauses.length > 0 && bare.length === clauses.length);
  return approves ? { explicit: approving.some((clause) => EXPLICIT.test(clause)) } : null;
}

function isApproving(clause: string): boolean {
  const words = clause.replace(/^(yes|yep|yeah|ok|okay|sure|great|perfect|ja|oui|sí|then|so)\s+/, "");
  return YES_BEGINNINGS.some((beginning) => beginning.test(words));
}
