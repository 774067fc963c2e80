// Finds what is worth remembering in the items of a session. Pure: the same input gives the same result.
import { defaultConfig } from "../../config/defaults.generated.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Category } from "../memory.ts";
import {
  type Candidate,
  type CategoryScore,
  makeCandidate,
  scoreCategories,
  type TriageFinding,
  type TriageThresholds,
  type Weights,
} from "./candidate.ts";
import { followLater, noteFound } from "./later.ts";
import { isBelowInbox, mergeEvents, placeCandidates, type TriageEvent } from "./merge.ts";
import { isAssent, MAX_SHORT, readMessage, readSaid, withMessage } from "./messages.ts";
import {
  MAX_CHARACTERS,
  type PromptPart,
  sentenceStarts,
  splitPrompt,
  withoutCopied,
} from "./prompt-parts.ts";
import { hasAny, splitSentences } from "./sentences.ts";
import { emptyState, MAX_HEARD, MAX_MESSAGE, type TriageState } from "./state.ts";
import { matchStatements } from "./statements/match-statements.ts";
import { followCommands } from "./structure/commands.ts";
import { readDialogs } from "./structure/dialogs.ts";
import { readFinalMessage, readSummary } from "./structure/lists.ts";
import { followProgress, summarizeProgress } from "./structure/progress.ts";
import { readReply } from "./structure/replies.ts";

export interface TriageOptions {
  thresholds?: Partial<TriageThresholds>;
  /** Categories that are switched off. */
  off?: readonly Category[];
  weights?: Weights;
  /** The state after an earlier triage of the same session. It is not modified. */
  state?: TriageState;
  /** Reads Claude's findings for the list below the inbox. Left out at a stop, which must be fast; background triage has it. */
  conclusions?: ConclusionReader;
  /** Part of the fingerprint of findings without words of their own, such as session summaries. */
  sessionId?: string;
}

export interface ConclusionReader {
  readConclusions(message: string, fault: string): TriageFinding[];
  faultIn(prompt: string): string;
}

export interface Triage {
  scores: Record<Category, CategoryScore>;
  /** For the inbox, the best first, as if the session had no other items. */
  candidates: Candidate[];
  /** Listed below the inbox: what else the user said, and what else Claude found. */
  alsoSaid: Candidate[];
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
  "pr-link",
];

/** Other kinds of items are not read. */
export function isTriaged({ kind, sidechain }: TranscriptItem): boolean {
  return !sidechain && TRIAGED.includes(kind);
}

export function triageItems(items: readonly TranscriptItem[], options: TriageOptions = {}): Triage {
  const { weights = {}, sessionId = "", off = [], conclusions } = options;
  const state = structuredClone(options.state ?? emptyState());
  const events: TriageEvent[] = [];
  const add = (readings: readonly Reading[]) => {
    for (const one of readings) {
      if ("kind" in one) events.push(one);
      else if (!off.includes(one.category)) {
        const candidate = makeCandidate(one, weights);
        events.push({ kind: "found", candidate });
        noteFound(candidate, state);
      }
    }
  };
  const triaged = items.filter(isTriaged);
  for (const item of triaged) {
    if (item.kind === "prompt") add(endTurn(state, conclusions, item.text));
    if (item.kind === "slash-command" || (item.kind === "task-notification" && item.via === "prompt"))
      add(endTurn(state, conclusions));
    add(followLater(item, state));
    if (item.kind === "prompt" || item.kind === "queued-prompt")
      state.turn.fault ||= conclusions?.faultIn(item.text) ?? "";
    add(readDialogs(item));
    add(readSummary(item));
    add(followCommands(item, state));
    followProgress(item, state.progress);
    if (item.kind === "assistant-text") noteMessage(item.text.slice(0, MAX_CHARACTERS), state);
    for (const part of splitPrompt(promptOf(item))) add(readPart(item, part, state));
    if (item.kind === "tool-result" || (item.kind === "rejection" && item.reason)) state.lastMessage = "";
  }
  // The last message of a transcript ends a turn.
  if (triaged.at(-1)?.kind === "assistant-text") add(endTurn(state, conclusions));
  add(summarizeProgress(state.progress, sessionId));
  const merged = mergeEvents([], events);
  const thresholds = { ...defaultConfig().triage.thresholds, ...options.thresholds };
  const { inbox, alsoSaid } = placeCandidates(merged, thresholds);
  return {
    scores: scoreCategories(merged.filter((one) => !isBelowInbox(one))),
    candidates: inbox,
    alsoSaid,
    events,
    state,
  };
}

/** What an item says: something worth remembering, or that something else no longer is. */
type Reading = TriageFinding | TriageEvent;

/** Reads Claude's last message of a turn; earlier ones are thinking aloud. `reply` is the user's next message. */
function endTurn(
  { lastMessage, turn }: TriageState,
  conclusions: ConclusionReader | undefined,
  reply = "",
): Reading[] {
  if (lastMessage === "") return [];
  const found = [
    ...readFinalMessage(lastMessage, turn.inProject),
    ...(conclusions?.readConclusions(lastMessage, turn.fault) ?? []),
  ];
  const named = found.filter(({ category }) => category === "RUNBOOK");
  const causes = named.length > 0 && deniedPattern().test(reply.slice(0, MAX_SHORT)) ? named : [];
  const done = splitSentences(lastMessage).filter(({ masked }) => donePattern().test(masked));
  return [
    ...causes
      .flatMap(({ evidence }) => evidence)
      .map(({ line }) => ({ kind: "came-back" as const, words: line })),
    ...done.map(({ plain }) => ({ kind: "done" as const, words: plain })),
    ...found.filter((one) => !causes.includes(one)),
  ];
}

/** The user says that the fault is still there. */
const deniedPattern = () =>
  /\bstill\b|\bsame (?:error|problem|issue|thing)\b|\b(?:does|did|is)(?:n'?t| not) (?:work|help|fix)|\bnot (?:fixed|working)\b/i;
const donePattern = () =>
  /\b(?:fixed|implemented|added|removed|done|finished|cleaned up|resolved|replaced|migrated|renamed|covered|handled|now)\b/;
/** The user takes back an earlier statement. */
const TAKEN_BACK_WORDS = ["mind", "scratch that", "forget", "scrap", "ignore", "second thought"];
const takenBackPattern = () =>
  /^(?:(?:no|ok(?:ay)?|actually|hm+|sorry|wait|oh)[,.!]* )*(?:never ?mind|scratch that|forget (?:it|that|what i said|about)|scrap|ignore (?:that|what i said)|on second thought)\b[,.!:]*\s*(?:that|it|the|about|what i said)?\b\s*/i;

function noteMessage(message: string, state: TriageState): void {
  state.lastMessage = message.slice(-MAX_MESSAGE);
  state.heard = [...state.heard, ...sentenceStarts(message)].slice(-MAX_HEARD);
}

/** Most queued prompts appear again as a prompt. Merging removes the double. */
function promptOf(item: TranscriptItem): string {
  if (item.kind === "slash-command") return item.args;
  return item.kind === "prompt" || item.kind === "queued-prompt" ? item.text : "";
}

function readPart(
  item: TranscriptItem,
  { text: whole, isPasted }: PromptPart,
  state: TriageState,
): Reading[] {
  const message = state.lastMessage;
  if (item.kind !== "queued-prompt") state.lastMessage = "";
  if (isPasted) return [];
  const text = withoutCopied(whole, new Set(state.heard));
  // Text that the client itself wrote in a prompt's place: `{"task_id": …}`, "/compact".
  if (/^\s*[{[</]/.test(text)) return [];
  const takenBack = hasAny(text, TAKEN_BACK_WORDS) ? takenBackPattern().exec(text.trim())?.[0] : undefined;
  if (takenBack !== undefined) return [{ kind: "taken-back", words: text.trim().slice(takenBack.length) }];
  const isShort = text.length <= MAX_SHORT;
  const replied = isShort && message !== "" && item.kind === "prompt" ? readReply(text, message) : [];
  return [
    ...(isShort && !isAssent(text) ? readShort(text, replied, message, state) : replied),
    ...readSaid(text, item.kind === "prompt" ? message : ""),
  ];
}

/** A correction wins over a reply, and a reply over what the words of the message say. */
function readShort(
  text: string,
  replied: TriageFinding[],
  message: string,
  state: TriageState,
): TriageFinding[] {
  const [corrected, ...others] = readMessage(text, message, state);
  if (corrected?.source === "correction") return [corrected];
  if (replied.length > 0) return replied;
  const stated = matchStatements(text).map((one) => withMessage(one, text));
  return stated.length > 0 || corrected === undefined ? stated : [corrected, ...others];
}
