// Finds what is worth remembering in the items of a session. Pure: the same input gives the same result.
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Category } from "../memory.ts";
import { type Candidate, makeCandidate, OPTION, type TriageFinding } from "./candidate.ts";
import { mergeEvents, placeCandidates, type TriageEvent } from "./merge.ts";
import { isAssent, MAX_SHORT, readSaid, withMessage } from "./messages.ts";
import { splitSentences } from "./sentences.ts";
import { emptyState, MAX_CLAUDE_TEXT, MAX_MESSAGE, type TriageState } from "./state.ts";
import { matchStatements } from "./statements/match-statements.ts";
import { readDialogs } from "./structure/dialogs.ts";
import { readLeftovers, readSummary } from "./structure/lists.ts";
import { readReply } from "./structure/replies.ts";
import { makeTitle } from "./title.ts";
import { needsContext } from "./topic.ts";
import { copyableText, MAX_CHARACTERS, typedText, withoutCopied } from "./typed-text.ts";

export interface TriageOptions {
  /** Categories that are switched off. */
  off?: readonly Category[];
  /** The state after an earlier triage of the same session. It is not modified. */
  state?: TriageState;
}

export interface Triage {
  /** In order, as if the session had no other items. */
  inbox: Candidate[];
  /** Only searched: what else the user said. */
  store: Candidate[];
  /** In order, to be merged with the candidates that are known of the session. */
  events: TriageEvent[];
  /** For the next triage of the same session. */
  state: TriageState;
}

const TRIAGED: readonly TranscriptItem["kind"][] = [
  "prompt",
  "queued-prompt",
  "slash-command",
  "rejection",
  "answers",
  "plan-approval",
  "assistant-text",
  "tool-result",
  "compaction-summary",
  "task-notification",
];

/** Other kinds of items are not read. */
export function isTriaged({ kind, sidechain }: TranscriptItem): boolean {
  return !sidechain && TRIAGED.includes(kind);
}

export function triageItems(items: readonly TranscriptItem[], options: TriageOptions = {}): Triage {
  const { off = [] } = options;
  const state = structuredClone(options.state ?? emptyState());
  const events: TriageEvent[] = [];
  const add = (readings: readonly Reading[], { timestamp }: TranscriptItem) => {
    for (const one of readings) {
      if ("kind" in one) events.push(one);
      else if (!off.includes(one.category))
        events.push({ kind: "found", candidate: makeCandidate(one, timestamp) });
    }
  };
  const triaged = items.filter(isTriaged);
  for (const item of triaged) {
    if (endsTurn(item)) add(readTurnEnd(state.lastMessage), item);
    add(dropOthers(item), item);
    add(readDialogs(item), item);
    add(readSummary(item), item);
    if (item.kind === "assistant-text") followMessage(item.text.slice(0, MAX_CHARACTERS), state);
    add(readPrompt(item, state), item);
    if (item.kind === "tool-result" || (item.kind === "rejection" && item.reason)) state.lastMessage = "";
  }
  // The last message of a transcript ends a turn.
  const last = triaged.at(-1);
  if (last?.kind === "assistant-text") add(readTurnEnd(state.lastMessage), last);
  return {
    ...placeCandidates(mergeEvents([], events)),
    events,
    state,
  };
}

/** What an item says: something worth remembering, or that something else no longer is. */
type Reading = TriageFinding | TriageEvent;

function endsTurn(item: TranscriptItem): boolean {
  return (
    item.kind === "prompt" ||
    item.kind === "slash-command" ||
    (item.kind === "task-notification" && item.via === "prompt")
  );
}

/** Reads Claude's last message of a turn; earlier ones are thinking aloud. */
function readTurnEnd(message: string): Reading[] {
  const done = splitSentences(message).filter(({ masked }) => donePattern().test(masked));
  return [...done.map(({ plain }) => ({ kind: "done" as const, words: plain })), ...readLeftovers(message)];
}

/** A later answer supersedes an earlier one that chose what is now not chosen. */
function dropOthers(item: TranscriptItem): TriageEvent[] {
  if (item.kind !== "answers") return [];
  const others = item.answers.flatMap((one) => one.others ?? []);
  return others.map((words) => ({ kind: "not-chosen", words }));
}

const donePattern = () =>
  /\b(?:fixed|implemented|added|removed|done|finished|cleaned up|resolved|replaced|migrated|renamed|covered|handled|now)\b/;
/** The user takes back an earlier statement. */
const takenBackPattern = () =>
  /^(?:(?:no|ok(?:ay)?|actually|hm+|sorry|wait|oh)[,.!]* )*(?:never ?mind|scratch that|forget (?:it|that|what i said|about)|scrap|ignore (?:that|what i said)|on second thought)\b[,.!:]*\s*(?:that|it|the|about|what i said)?\b\s*/i;

function followMessage(message: string, state: TriageState): void {
  state.lastMessage = message.slice(-MAX_MESSAGE);
  state.told = `${state.told} ${copyableText(message)}`.slice(-MAX_CLAUDE_TEXT);
}

/** Most queued prompts appear again as a prompt. Merging removes the double. */
function promptOf(item: TranscriptItem): string {
  if (item.kind === "slash-command") return item.args;
  return item.kind === "prompt" || item.kind === "queued-prompt" ? item.text : "";
}

function readPrompt(item: TranscriptItem, state: TriageState): Reading[] {
  const prompt = promptOf(item);
  if (prompt === "") return [];
  const message = state.lastMessage;
  if (item.kind !== "queued-prompt") state.lastMessage = "";
  const text = withoutCopied(typedText(prompt), state.told);
  // Text that the client itself wrote in a prompt's place: `{"task_id": …}`, "/compact".
  if (/^\s*[{[</]/.test(text)) return [];
  const takenBack = takenBackPattern().exec(text.trim())?.[0];
  if (takenBack !== undefined) return [{ kind: "taken-back", words: text.trim().slice(takenBack.length) }];
  const isShort = text.length <= MAX_SHORT;
  const replied = isShort && message !== "" && item.kind === "prompt" ? readReply(text, message) : [];
  return [
    ...(isAssent(text) ? replied : readStated(text, replied)),
    // An option chosen without a question above it is in the store already.
    ...(replied.some(({ source }) => source === "said")
      ? []
      : readSaid(text, item.kind === "prompt" ? message : "")),
  ];
}

/** A reply says more than the words of its message. Of a long prompt only standing orders count. */
function readStated(text: string, replied: TriageFinding[]): TriageFinding[] {
  const stated = matchStatements(text)
    .filter(({ category }) => text.length <= MAX_SHORT || category === "PREFERENCE")
    .flatMap((one) => {
      const title = ownTitle(one);
      return title === null ? [] : [withMessage({ ...one, title }, text)];
    });
  // "B. And from now on always use pnpm" says more than its choice.
  const isChoice = replied.some(({ evidence }) => evidence.some(({ why }) => why === OPTION));
  if (replied.length > 0) return isChoice ? [...replied, ...stated] : replied;
  return stated;
}

/** The sentence, or its last clause if that has the rule and makes sense alone; null if neither does. */
function ownTitle({ title, category }: TriageFinding): string | null {
  if (!needsContext(title)) return title;
  const clause = makeTitle(title.split(/, (?=[^,]*$)/)[1] ?? "");
  const isRule = matchStatements(clause).some((one) => one.category === category);
  return isRule && !needsContext(clause) ? clause : null;
}
