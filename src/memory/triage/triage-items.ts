// What among the items of a session is worth remembering. Pure: the same items, state and options, the same answer.
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
import { hasAny, splitSentences } from "./sentences.ts";
import { emptyState, MAX_HEARD, MAX_MESSAGE, type TriageState } from "./state.ts";
import { matchStatements } from "./statements/match-statements.ts";
import { followCommands } from "./structure/commands.ts";
import { readDialogs } from "./structure/dialogs.ts";
import { readFinalMessage, readSummary } from "./structure/lists.ts";
import { followProgress, summarizeProgress } from "./structure/progress.ts";
import { readReply } from "./structure/replies.ts";
import { sentenceStarts, type Utterance, utterancesOf, withoutCopied } from "./utterances.ts";

export interface TriageOptions {
  thresholds?: Partial<TriageThresholds>;
  /** Categories that are switched off. */
  off?: readonly Category[];
  weights?: Weights;
  /** Where an earlier triage of the same session ended. It stays as it is. */
  state?: TriageState;
  /** Reads what else Claude concludes. A stop goes without it: it is listed below the inbox, and the background triage finds it. */
  conclusions?: ConclusionReader;
  /** Tells apart the fingerprints of what has no words of its own. */
  sessionId?: string;
}

export interface ConclusionReader {
  readConclusions(message: string, fault: string): TriageFinding[];
  faultIn(prompt: string): string;
}

export interface Triage {
  scores: Record<Category, CategoryScore>;
  /** For the inbox, the best first, if these items are all there is. */
  candidates: Candidate[];
  /** What else the person said. */
  alsoSaid: Candidate[];
  /** In order, to be merged with what is known of the session. */
  events: TriageEvent[];
  /** To be given to the next triage of the same session. */
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

/** Nothing is found in any other item. */
export function isTriaged({ kind, sidechain }: TranscriptItem): boolean {
  return !sidechain && TRIAGED.includes(kind);
}

export function triageItems(items: readonly TranscriptItem[], options: TriageOptions = {}): Triage {
  const { weights = {}, sessionId = "", off = [], conclusions } = options;
  const state = structuredClone(options.state ?? emptyState());
  const events: TriageEvent[] = [];
  const find = (findings: readonly TriageFinding[]) => {
    for (const finding of findings) {
      if (off.includes(finding.category)) continue;
      const candidate = makeCandidate(finding, weights);
      events.push({ kind: "found", candidate });
      noteFound(candidate, state);
    }
  };
  const triaged = items.filter(isTriaged);
  for (const item of triaged) {
    if (item.kind === "prompt" || item.kind === "slash-command")
      endTurn(state, events, find, conclusions, item.kind === "prompt" ? item.text : "");
    if (item.kind === "task-notification" && item.via === "prompt") endTurn(state, events, find, conclusions);
    events.push(...followLater(item, state));
    if (item.kind === "prompt" || item.kind === "queued-prompt")
      state.turn.fault ||= conclusions?.faultIn(item.text) ?? "";
    find(readDialogs(item));
    find(readSummary(item));
    find(followCommands(item, state));
    followProgress(item, state.progress);
    for (const utterance of utterancesOf(item)) readUtterance(item, utterance, state, events, find);
    if (item.kind === "tool-result") state.lastMessage = "";
  }
  // What a transcript ends with is the end of a turn.
  if (triaged.at(-1)?.kind === "assistant-text") endTurn(state, events, find, conclusions);
  find(summarizeProgress(state.progress, sessionId));
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

type Find = (findings: readonly TriageFinding[]) => void;

/** Only at the end of a turn does Claude say what came of it; in between it thinks aloud. `reply`: what the person then said. */
function endTurn(
  { lastMessage, turn }: TriageState,
  events: TriageEvent[],
  find: Find,
  conclusions: ConclusionReader | undefined,
  reply = "",
): void {
  if (lastMessage === "") return;
  const found = [
    ...readFinalMessage(lastMessage, turn.inProject),
    ...(conclusions?.readConclusions(lastMessage, turn.fault) ?? []),
  ];
  const named = found.filter(({ category }) => category === "RUNBOOK");
  const causes = named.length > 0 && deniedPattern().test(reply.slice(0, MAX_SHORT)) ? named : [];
  for (const { line } of causes.flatMap(({ evidence }) => evidence))
    events.push({ kind: "came-back", words: line });
  const done = splitSentences(lastMessage).filter(({ masked }) => donePattern().test(masked));
  for (const { plain } of done) events.push({ kind: "done", words: plain });
  find(found.filter((one) => !causes.includes(one)));
}

/** The person sees that it is not so. */
const deniedPattern = () =>
  /\bstill\b|\bsame (?:error|problem|issue|thing)\b|\b(?:does|did|is)(?:n'?t| not) (?:work|help|fix)|\bnot (?:fixed|working)\b/i;
const donePattern = () =>
  /\b(?:fixed|implemented|added|removed|done|finished|cleaned up|resolved|replaced|migrated|renamed|covered|handled|now)\b/;
/** Takes back what was said, by itself or by its name. */
const TAKEN_BACK_WORDS = ["mind", "scratch that", "forget", "scrap", "ignore", "second thought"];
const takenBackPattern = () =>
  /^(?:(?:no|ok(?:ay)?|actually|hm+|sorry|wait|oh)[,.!]* )*(?:never ?mind|scratch that|forget (?:it|that|what i said|about)|scrap|ignore (?:that|what i said)|on second thought)\b[,.!:]*\s*(?:that|it|the|about|what i said)?\b\s*/i;

function readUtterance(
  item: TranscriptItem,
  { who, text: whole, isPasted }: Utterance,
  state: TriageState,
  events: TriageEvent[],
  find: Find,
): void {
  const text = who === "claude" || isPasted ? whole : withoutCopied(whole, new Set(state.heard));
  if (who === "claude") {
    state.lastMessage = text.slice(-MAX_MESSAGE);
    state.heard = [...state.heard, ...sentenceStarts(text)].slice(-MAX_HEARD);
    return;
  }
  const message = state.lastMessage;
  if (item.kind !== "queued-prompt") state.lastMessage = "";
  // The client's own machinery speaks in the person's place: `{"task_id": …}`, "/compact".
  if (isPasted || /^\s*[{[</]/.test(text) || item.kind === "rejection") return;
  const takenBack = hasAny(text, TAKEN_BACK_WORDS) ? takenBackPattern().exec(text.trim())?.[0] : undefined;
  if (takenBack !== undefined) {
    events.push({ kind: "taken-back", words: text.trim().slice(takenBack.length) });
    return;
  }
  const isShort = text.length <= MAX_SHORT;
  const replied = isShort && message !== "" && item.kind === "prompt" ? readReply(text, message) : [];
  find(isShort && !isAssent(text) ? readShort({ who, text, isPasted }, replied, message, state) : replied);
  find(readSaid(text, item.kind === "prompt" ? message : ""));
}

/** A correction says most, whatever it replies to; what a reply says is not looked for again by its words. */
function readShort(
  utterance: Utterance,
  replied: TriageFinding[],
  message: string,
  state: TriageState,
): TriageFinding[] {
  const [corrected, ...others] = readMessage(utterance.text, message, state);
  if (corrected?.source === "correction") return [corrected];
  if (replied.length > 0) return replied;
  const stated = matchStatements(utterance).map((one) => withMessage(one, utterance.text));
  return stated.length > 0 || corrected === undefined ? stated : [corrected, ...others];
}
