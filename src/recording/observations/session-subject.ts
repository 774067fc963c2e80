// What a session was about: its title, its first plan, the first request, and the request with the most changes. Pure.
import { RESENT_PLAN } from "../../protocol/claude-code/parse-event.ts";
import { clip } from "../../text/clip.ts";
import type { SummaryFacts, SummaryPrompt } from "./session-summary.ts";

/** A person's words, and the id of the prompt's row. */
export interface QuotedPrompt {
  text: string;
  prompt: number;
}

export interface SessionSubject {
  /** Its loop or flow. */
  goal: string | null;
  title: string | null;
  /** The approved plan that the session began with. */
  plan: QuotedPrompt | null;
  asked: QuotedPrompt | null;
  /** A later request that led to more changes. */
  askedLater: QuotedPrompt | null;
  /** The request that Claude's last message answers; null when unknown. */
  answered: QuotedPrompt | null;
}

const MAX_REQUEST = 400;
/** Shorter texts seldom say what is wanted. */
const MIN_REQUEST = 20;
/** In the middle of a conversation a short text depends on its context. */
const MIN_LATER = 35;
const CORRECTED_MS = 120_000;
/** The share of words that a corrected prompt keeps. */
const MIN_KEPT = 0.6;
const assentPattern = () =>
  /^(?:yes|yeah|yep|yup|ok|okay|sure|no|nah|go|continue|perfect|great|thanks|good)\b/i;
/** Also without a question mark. */
const questionPattern = () =>
  /[?？]\s*$|^(?:is|are|was|were|does|did|should|isn't|aren't|doesn't|what|why|how|when|where|which|who|would|do (?:we|you|i|they|these))\b/i;
const politePattern = () => /\b(?:can|could|would|will) (?:you|we)\b|\bcan't we\b|\bplease\b|\blet'?s\b/i;
/** The client's own commands, which are about the conversation and not the work. */
export const clientCommandPattern = () =>
  /^\/(?:add-dir|clear|compact|config|context|cost|effort|exit|export|fast|help|ide|login|logout|mcp|memory|model|permissions|plugin|rename|resume|rewind|status|theme|usage)\b/;

interface Request extends QuotedPrompt {
  at: number;
  isPlan: boolean;
  changes: number;
}

export function describeSubject({
  goal,
  title,
  request,
  prompts,
  observations,
}: Pick<SummaryFacts, "goal" | "title" | "request" | "prompts" | "observations">): SessionSubject {
  const [first = longest(prompts, request), ...others] = findRequests(prompts, observations);
  const most = others.reduce((best, one) => (one.changes > (best?.changes ?? 0) ? one : best), first);
  const last = prompts.at(-1);
  const words = (one: Request | undefined) => (one ? { text: one.text, prompt: one.prompt } : null);
  return {
    goal,
    title,
    plan: first?.isPlan ? words(first) : null,
    asked: first?.isPlan ? null : words(first),
    askedLater: most === first ? null : words(most),
    answered: last && (last.id === first?.prompt || isRequest(last)) ? toQuote(last) : null,
  };
}

/** The last one that says by itself what is wanted; `at`: when it was asked. */
export function findLatestRequest(
  prompts: readonly SummaryPrompt[],
): (Pick<SessionSubject, "plan" | "asked"> & { at: number }) | null {
  const last = findRequests(prompts, []).at(-1);
  if (!last) return null;
  const { isPlan, at, text, prompt } = last;
  const words = { text, prompt };
  return { at, plan: isPlan ? words : null, asked: isPlan ? null : words };
}

/** Each with its number of changes, up to the next one. */
function findRequests(
  prompts: readonly SummaryPrompt[],
  observations: SummaryFacts["observations"],
): Request[] {
  const [opening, ...later] = prompts.filter(
    (prompt, n) => isRequest(prompt) && !isCorrected(prompt, prompts[n + 1], observations),
  );
  const requests = opening ? [opening, ...later.filter(canStandAlone)] : [];
  return requests.map((prompt, n) => {
    const until = requests[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    const changes = observations.filter(
      ({ kind, at }) => kind === "change" && at >= prompt.at && at < until,
    ).length;
    return { ...toQuote(prompt), at: prompt.at, isPlan: planTitle(prompt.text) !== null, changes };
  });
}

/** A session with a loop or flow is named by it. A title, which the client changes as it goes on, keeps the first request. */
export function subjectLine({
  goal,
  title,
  plan,
  asked,
}: Pick<SessionSubject, "goal" | "title" | "plan" | "asked">): string {
  if (goal !== null) return goal;
  const request = plan ? `Plan: ${plan.text}` : (asked?.text ?? "");
  return [title ?? "", request].filter(Boolean).join(": ");
}

/** Says by itself what is wanted: not a paste or a client command. */
function isRequest(prompt: SummaryPrompt): boolean {
  const text = wordsOf(prompt);
  if (text.startsWith("/")) return /^\/\S+\s+\S/.test(text) && !clientCommandPattern().test(text);
  return text.length >= MIN_REQUEST && /^[\p{L}\p{N}@`"'([]/u.test(text);
}

/** Sent again with other words before anything was changed: "look at MCP-108", then "look at ENT-108". */
function isCorrected(
  { text, at }: SummaryPrompt,
  next: SummaryPrompt | undefined,
  observations: SummaryFacts["observations"],
): boolean {
  if (!next || next.at - at > CORRECTED_MS) return false;
  const words = new Set(text.split(/\s+/));
  const others = new Set(next.text.split(/\s+/));
  const kept = words.intersection(others).size / Math.max(words.size, others.size);
  if (kept < MIN_KEPT) return false;
  return !observations.some((one) => one.kind === "change" && one.at >= at && one.at < next.at);
}

/** For prompts in the middle of a conversation: not an assent, a remark or a mere question. */
function canStandAlone(prompt: SummaryPrompt): boolean {
  const text = wordsOf(prompt);
  if (text.startsWith("/")) return true;
  if (text.length < MIN_LATER || assentPattern().test(text)) return false;
  return politePattern().test(text) || !questionPattern().test(text);
}

function toQuote(prompt: SummaryPrompt): QuotedPrompt {
  return { text: clip(planTitle(prompt.text) ?? wordsOf(prompt), MAX_REQUEST), prompt: prompt.id };
}

/** Without the client's leading markers for pasted content. */
function wordsOf({ text }: SummaryPrompt): string {
  // A backslash continues a line that was typed in a terminal.
  return text.replace(/^(?:\[(?:Image|Pasted text) #\d+[^\]]*\]\s*)+|\\$/gm, "").trim();
}

/** The fallback when no prompt is a request. Single words are ignored. */
function longest(prompts: readonly SummaryPrompt[], request: string | null): Request | undefined {
  const none = { at: 0, isPlan: false, changes: 0 };
  if (prompts.length === 0 && request) return { ...none, text: clip(request, MAX_REQUEST), prompt: 0 };
  const words = prompts.filter(({ text }) => /\S\s+\S/.test(text) && !clientCommandPattern().test(text));
  const [first] = words.toSorted((a, b) => b.text.length - a.text.length);
  return first && { ...none, ...toQuote(first) };
}

/** The first line of a plan that the client sends to a fresh session; null for other prompts. */
function planTitle(prompt: string): string | null {
  if (!prompt.startsWith(RESENT_PLAN)) return null;
  const [heading = ""] = prompt.slice(RESENT_PLAN.length).trimStart().split("\n", 1);
  return heading.replace(/^[#\s]+(?:Plan:\s*)?/i, "").trim() || null;
}
