// What a session was about: its title, its first plan, the first request, and the request with the most changes. Pure.
import { RESENT_PLAN } from "../../protocol/claude-code/parse-event.ts";
import { clip } from "../../text/clip.ts";
import { changedFiles } from "./changed-files.ts";
import type { SummaryFacts, SummaryPrompt } from "./session-summary.ts";
import { isSimilarText } from "./shell-commands.ts";

/** A person's words, and the id of the prompt's row. */
export interface QuotedPrompt {
  text: string;
  prompt: number;
}

export interface SessionSubject {
  title: string | null;
  /** The approved plan that the session began with. */
  plan: QuotedPrompt | null;
  asked: QuotedPrompt | null;
  /** A later request that led to more changes. */
  askedLater: QuotedPrompt | null;
  /** The request that Claude's last message answers; null when unknown. */
  answered: QuotedPrompt | null;
}

interface Subject extends SessionSubject {
  /** Whether work at this time was for one of these requests. */
  covers: (at: number) => boolean;
  /** Whether a plan approved at this time answers one of these requests. */
  answers: (at: number) => boolean;
}

const MAX_REQUEST = 400;
/** Shorter texts seldom say what is wanted. */
const MIN_REQUEST = 20;
/** In the middle of a conversation a short text depends on its context. */
const MIN_LATER = 35;
const MIN_AFTER_ASSENT = 60;
/** Conversational openings, or the choice of an option that Claude gave: the rest depends on its context. */
const remarkPattern = () =>
  /^(?:(?:ok|okay)[,. ]+)?(?:(?:h+m+|ah|oh|wait|actually|but|and|or|also|so|then|still|don't|do not|let's not|never ?mind)\b|(?:option )?(?:\d+|[a-e])(?:[).:,]|\s+(?:is|does|seems|sounds|looks|and|or)\b))/i;
/** A statement about the work, which may not be a request. */
const statementPattern = () => /^(?:it|its|this|that|thats|these|those|there|they|you|i|we|looks|seems)\b/i;
const wishPattern = () =>
  /\bi(?:'d| would)\b.*\b(?:like|love|prefer)\b|\bi (?:want|need)\b|\b(?:should|must|needs to)\b/i;
/** Git steps, which no session is about. */
const chorePattern = () =>
  /^(?:please )?(?:(?:commit|push|rebase)\b|(?:merge|pull|check ?out|switch)\b.*\b(?:branch|main|master|latest|pr)\b)/i;
/** Also without a question mark. */
const questionPattern = () =>
  /[?？]\s*$|^(?:is|are|was|were|does|did|should|isn't|aren't|doesn't|what|why|how|when|where|which|who|would|do (?:we|you|i|they|these))\b/i;
const politePattern = () => /\b(?:can|could|would|will) (?:you|we)\b|\bcan't we\b|\bplease\b|\blet'?s\b/i;
/** A prompt that is reworded within this time is withdrawn. */
const WITHDRAWN_MS = 120_000;
const assentPattern = () =>
  /^(?:yes|yeah|yep|yup|ok|okay|sure|no|nah|go|continue|perfect|great|thanks|good)\b/i;
const yesPattern = () => /^(?:yes|yeah|yep|yup|sure)\b/i;
/** The client's own commands, which are about the conversation and not the work. */
export const clientCommandPattern = () =>
  /^\/(?:add-dir|clear|compact|config|context|cost|effort|exit|export|fast|help|ide|login|logout|mcp|memory|model|permissions|plugin|rename|resume|rewind|status|theme|usage)\b/;
/** Refers to something outside the prompt. */
const pointerPattern = () => /\b(?:this|that|these|those|it|them|they|ones?)\b/i;
/** Words that do not identify what a pronoun refers to. */
const VAGUE = new Set(
  `a all also an and any apply applies are be can change changes check could did do does else explain fix
  for go handle have help how i implement in is issues just look make me my need now of on or our please
  problem re-check recheck review run see should show so some still the then there to too try update use
  we what when where which why will with would you your hey claude ok okay`.split(/\s+/),
);
const NOTHING: Request = { text: "", prompt: 0, isPlan: false, changes: 0, spans: [] };

interface Request extends QuotedPrompt {
  isPlan: boolean;
  changes: number;
  /** When Claude worked on it. */
  spans: { from: number; until: number }[];
}

export function describeSubject({
  title,
  request,
  prompts: all,
  observations,
}: Pick<SummaryFacts, "title" | "request" | "prompts" | "observations">): Subject {
  // Prompts typed during a turn may be only in a transcript's queue, without an id: they belong to that turn.
  const isRead = all.some(({ uuid }) => uuid !== null);
  const own = isRead ? all.filter(({ uuid, prompt_id }) => uuid !== null || prompt_id !== null) : all;
  const prompts = own.filter((prompt, n) => !isWithdrawn(prompt, own[n + 1], observations));
  const [first = longest(prompts, request), ...others] = findRequests(prompts, observations);
  const most = others.reduce((best, one) => (one.changes > best.changes ? one : best), {
    ...NOTHING,
    changes: first?.changes ?? 0,
  });
  const toAsked = ({ text, prompt }: QuotedPrompt): QuotedPrompt => ({ text, prompt });
  const isDone = observations.some(({ kind }) => kind === "change" || kind === "commit");
  const asked = first && !first.isPlan && !(isDone && isPointing(first.text)) ? first : null;
  const quoted = [first?.isPlan ? first : asked, most].filter((one) => one !== null);
  const answered = promptBefore(own, Number.POSITIVE_INFINITY);
  return {
    title,
    plan: first?.isPlan ? toAsked(first) : null,
    asked: asked && toAsked(asked),
    askedLater: most.prompt === 0 ? null : toAsked(most),
    answered:
      answered && (answered.id === asked?.prompt || isRequest(wordsOf(answered)))
        ? { text: clip(planTitle(answered.text) ?? wordsOf(answered), MAX_REQUEST), prompt: answered.id }
        : null,
    answers: (at) => {
      const prompt = promptBefore(own, at)?.id;
      return (
        own.length === 0 || quoted.some((one) => one.prompt === prompt || isFirstPlan(one, at, observations))
      );
    },
    covers: (at) =>
      prompts.length === 0 ||
      quoted.some(({ spans }) => spans.some(({ from, until }) => at >= from && at < until)),
  };
}

/** The first plan for the request, with no work before it. */
function isFirstPlan({ spans }: Request, at: number, observations: SummaryFacts["observations"]): boolean {
  const from = spans[0]?.from ?? Number.POSITIVE_INFINITY;
  const between = observations.filter((one) => one.at >= from && one.at < at);
  const isStep = ({ kind, title }: SummaryFacts["observations"][number]) =>
    kind === "commit" || (kind === "decision" && title.startsWith("Plan approved: "));
  return from <= at && !between.some(isStep) && changedFiles(between).length === 0;
}

/** Skips assents such as "Yes, go on", which refer to the prompt before them. */
function promptBefore(prompts: readonly SummaryPrompt[], at: number): SummaryPrompt | undefined {
  const isAssent = (words: string) => assentPattern().test(words) && words.length < MIN_REQUEST;
  return prompts.findLast((prompt) => prompt.at <= at && !isAssent(wordsOf(prompt)));
}

/** Each with its number of changes, up to the next prompt that is not merely an assent or a question. */
function findRequests(
  prompts: readonly SummaryPrompt[],
  observations: SummaryFacts["observations"],
): Request[] {
  const requests: Request[] = [];
  let current: Request | null = null;
  prompts.forEach((prompt, n) => {
    const until = prompts[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    const plan = planTitle(prompt.text);
    const words = wordsOf(prompt);
    if (plan !== null || (isRequest(words) && (requests.length === 0 || canStandAlone(words)))) {
      const text = clip(plan ?? words, MAX_REQUEST);
      current = { text, prompt: prompt.id, isPlan: plan !== null, changes: 0, spans: [] };
      requests.push(current);
    } else if (!assentPattern().test(words) && !questionPattern().test(words)) current = null;
    if (current === null) return;
    current.spans.push({ from: prompt.at, until });
    current.changes += observations.filter(
      ({ kind, at }) => kind === "change" && at >= prompt.at && at < until,
    ).length;
  });
  const [opening, ...others] = requests;
  const saysLittle =
    opening && !opening.isPlan && (chorePattern().test(opening.text) || isPointing(opening.text));
  return saysLittle && others.length > 0 ? others : requests;
}

/** Such as "please fix these", which does not say what is meant. */
function isPointing(text: string): boolean {
  if (text.startsWith("/") || !pointerPattern().test(text)) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{N}_./@'-]+/gu) ?? [];
  return words.every((word) => VAGUE.has(word) || pointerPattern().test(word));
}

export function subjectLine({ title, plan, asked }: SessionSubject): string {
  return title ?? (plan ? `Plan: ${plan.text}` : (asked?.text ?? ""));
}

/** Says by itself what is wanted: not an assent, a paste or a client command. */
function isRequest(text: string): boolean {
  if (text.startsWith("/")) return /^\/\S+\s+\S/.test(text) && !clientCommandPattern().test(text);
  return text.length >= MIN_REQUEST && /^[\p{L}\p{N}@`"'([]/u.test(text);
}

/** For prompts in the middle of a conversation: neither a remark nor a statement that may ask for nothing. */
function canStandAlone(text: string): boolean {
  if (text.startsWith("/")) return true;
  if (remarkPattern().test(text) || yesPattern().test(text) || chorePattern().test(text)) return false;
  if (text.length < (assentPattern().test(text) ? MIN_AFTER_ASSENT : MIN_LATER)) return false;
  if (politePattern().test(text)) return true;
  return !questionPattern().test(text) && (!statementPattern().test(text) || wishPattern().test(text));
}

/** Sent again soon with corrections, before anything was changed. */
function isWithdrawn(
  { text, at }: SummaryPrompt,
  next: SummaryPrompt | undefined,
  observations: SummaryFacts["observations"],
): boolean {
  if (!next || next.at - at > WITHDRAWN_MS || !isSimilarText(text, next.text)) return false;
  return !observations.some((one) => one.kind === "change" && one.at >= at && one.at < next.at);
}

/** Without the client's leading markers for pasted content. */
function wordsOf({ text }: SummaryPrompt): string {
  return text.replace(/^(?:\[(?:Image|Pasted text) #\d+[^\]]*\]\s*)+/, "").trim();
}

/** The fallback when no prompt is a request. Single words are ignored. */
function longest(prompts: readonly SummaryPrompt[], request: string | null): Request | undefined {
  if (prompts.length === 0 && request) return { ...NOTHING, text: clip(request, MAX_REQUEST) };
  const words = prompts.filter(({ text }) => /\S\s+\S/.test(text) && !clientCommandPattern().test(text));
  const [first] = words.toSorted((a, b) => b.text.length - a.text.length);
  return first && { ...NOTHING, text: clip(wordsOf(first), MAX_REQUEST), prompt: first.id };
}

/** The first line of a plan that the client sends to a fresh session; null for other prompts. */
function planTitle(prompt: string): string | null {
  if (!prompt.startsWith(RESENT_PLAN)) return null;
  const [heading = ""] = prompt.slice(RESENT_PLAN.length).trimStart().split("\n", 1);
  return heading.replace(/^[#\s]+(?:Plan:\s*)?/i, "").trim() || null;
}
