// What a session was about: its title, the plan it began with, what was asked, and what most was done for. Pure.
import { RESENT_PLAN } from "../../protocol/claude-code/parse-event.ts";
import { clip } from "../../text/clip.ts";
import type { SummaryFacts, SummaryPrompt } from "./session-summary.ts";

/** The person's words, and the row they are from. */
export interface Asked {
  text: string;
  prompt: number;
}

export interface SessionSubject {
  title: string | null;
  /** The approved plan it began with. */
  plan: Asked | null;
  asked: Asked | null;
  /** Asked after that, with more changes. */
  askedLater: Asked | null;
}

const MAX_REQUEST = 400;
/** A shorter text seldom says what is wanted. */
const MIN_REQUEST = 20;
/** In the middle of a conversation a short text leans on what was said before. */
const MIN_LATER = 35;
const MIN_AFTER_ASSENT = 60;
const ASSENT = /^(?:yes|yeah|yep|yup|ok|okay|sure|no|nah|go|continue|perfect|great|thanks|good)\b/i;
/** Commands of the client itself, about the conversation and not about the work. */
const CLIENT_COMMAND =
  /^\/(?:add-dir|clear|compact|config|context|cost|effort|exit|export|fast|help|ide|login|logout|mcp|memory|model|permissions|plugin|rename|resume|rewind|status|theme|usage)\b/;
const NOTHING = { text: "", prompt: 0, isPlan: false, changes: 0 };

export function describeSubject({
  title,
  request,
  prompts: all,
  observations,
}: SummaryFacts): SessionSubject {
  // In a transcript, what was typed into a running turn may stand in the queue alone, without an id: it belongs to what runs.
  const isRead = all.some(({ uuid }) => uuid !== null);
  const prompts = isRead ? all.filter(({ uuid, prompt_id }) => uuid !== null || prompt_id !== null) : all;
  const requests = prompts.flatMap((prompt, n) => {
    const until = prompts[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    const plan = planTitle(prompt.text);
    if (plan === null && !isRequest(wordsOf(prompt))) return [];
    const changes = observations.filter(
      ({ kind, at }) => kind === "change" && at >= prompt.at && at < until,
    ).length;
    return [
      {
        text: clip(plan ?? wordsOf(prompt), MAX_REQUEST),
        prompt: prompt.id,
        isPlan: plan !== null,
        changes,
      },
    ];
  });
  const [first = longest(prompts, request), ...others] = requests;
  const most = others
    .filter(({ text }) => text.length >= (ASSENT.test(text) ? MIN_AFTER_ASSENT : MIN_LATER))
    .reduce((best, one) => (one.changes > best.changes ? one : best), {
      ...NOTHING,
      changes: first?.changes ?? 0,
    });
  const toAsked = ({ text, prompt }: Asked): Asked => ({ text, prompt });
  return {
    title,
    plan: first?.isPlan ? toAsked(first) : null,
    asked: first && !first.isPlan ? toAsked(first) : null,
    askedLater: most.prompt === 0 ? null : toAsked(most),
  };
}

export function subjectLine({ title, plan, asked }: SessionSubject): string {
  return title ?? (plan ? `Plan: ${plan.text}` : (asked?.text ?? ""));
}

/** Words that say by themselves what is wanted: no assent, no paste, no command of the client. */
function isRequest(text: string): boolean {
  if (text.startsWith("/")) return /^\/\S+\s+\S/.test(text) && !CLIENT_COMMAND.test(text);
  return text.length >= MIN_REQUEST && /^[\p{L}\p{N}@`"'([]/u.test(text);
}

/** Without the client's marks for what was pasted before them. */
function wordsOf({ text }: SummaryPrompt): string {
  return text.replace(/^(?:\[(?:Image|Pasted text) #\d+[^\]]*\]\s*)+/, "").trim();
}

/** Where no prompt says what is wanted; a single word says nothing. */
function longest(prompts: readonly SummaryPrompt[], request: string | null): typeof NOTHING | undefined {
  if (prompts.length === 0 && request) return { ...NOTHING, text: clip(request, MAX_REQUEST) };
  const words = prompts.filter(({ text }) => /\S\s+\S/.test(text) && !CLIENT_COMMAND.test(text));
  const [first] = words.toSorted((a, b) => b.text.length - a.text.length);
  return first && { ...NOTHING, text: clip(wordsOf(first), MAX_REQUEST), prompt: first.id };
}

/** The first line of a plan that the client hands to a fresh session; null for any other prompt. */
function planTitle(prompt: string): string | null {
  if (!prompt.startsWith(RESENT_PLAN)) return null;
  const [heading = ""] = prompt.slice(RESENT_PLAN.length).trimStart().split("\n", 1);
  return heading.replace(/^[#\s]+(?:Plan:\s*)?/i, "").trim() || null;
}
