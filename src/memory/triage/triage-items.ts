// What among the items of a session is worth remembering. Pure: the same items, state and options, the same answer.
import { defaultConfig } from "../../config/defaults.generated.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Category } from "../memory.ts";
import {
  makeCandidate,
  type Scored,
  scoreCategories,
  type TriageFinding,
  type TriageThresholds,
  type Weights,
} from "./candidate.ts";
import { emptyState, MAX_MESSAGE, type TriageState } from "./state.ts";
import { matchStatements } from "./statements/match-statements.ts";
import { asksBack, readAnswer } from "./structure/answers.ts";
import { followCommands } from "./structure/commands.ts";
import { readDecisionRecords } from "./structure/decision-records.ts";
import { readDialogs } from "./structure/dialogs.ts";
import { readLeftovers, readLists } from "./structure/lists.ts";
import { followProgress, summarizeProgress } from "./structure/progress.ts";
import { isQuestion, readQuestion } from "./structure/questions.ts";
import {
  readConfirmedFix,
  readDenial,
  readWorkStyleAnswers,
  readWorkStyleReply,
} from "./structure/replies.ts";
import { type Utterance, utterancesOf } from "./utterances.ts";

export interface TriageOptions {
  thresholds?: Partial<TriageThresholds>;
  /** Categories that are switched off. */
  off?: readonly Category[];
  weights?: Weights;
  /** Where an earlier triage of the same session ended. It stays as it is. */
  state?: TriageState;
  /** Tells apart the fingerprints of what has no words of its own. */
  sessionId?: string;
}

export interface Triage extends Scored {
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
  "pr-link",
];

/** Nothing is found in any other item. */
export function isTriaged({ kind, sidechain }: TranscriptItem): boolean {
  return !sidechain && TRIAGED.includes(kind);
}

export function triageItems(items: readonly TranscriptItem[], options: TriageOptions = {}): Triage {
  const { weights = {}, sessionId = "", off = [] } = options;
  const state = structuredClone(options.state ?? emptyState());
  const found = items
    .filter(isTriaged)
    .flatMap((item) => [
      ...readItem(item, state),
      ...utterancesOf(item).flatMap((utterance) => readUtterance(utterance, state)),
    ]);
  found.push(...summarizeProgress(state.progress, sessionId));
  const candidates = found.map((finding) => makeCandidate(finding, weights));
  const thresholds = { ...defaultConfig().triage.thresholds, ...options.thresholds };
  return { ...scoreCategories(candidates, thresholds, off), state };
}

/** What was done. */
function readItem(item: TranscriptItem, state: TriageState): TriageFinding[] {
  const found = [
    ...readDialogs(item),
    ...readWorkStyleAnswers(item),
    ...readLists(item),
    ...readDecisionRecords(item),
    ...followCommands(item, state),
  ];
  followProgress(item, state.progress);
  return found;
}

/** What was said, and what it replies to. */
function readUtterance(utterance: Utterance, state: TriageState): TriageFinding[] {
  const { who, text } = utterance;
  if (who === "claude") {
    state.lastMessage = text.slice(-MAX_MESSAGE);
    return readLeftovers(text);
  }
  const replied = state.lastMessage === "" ? [] : readReply(text, state);
  state.lastPrompt = text.slice(0, MAX_MESSAGE);
  state.lastMessage = "";
  // A reply that was understood by what it answers says nothing more by its words alone.
  const categories = replied.map(({ category }) => category);
  const stated = matchStatements(utterance).filter(({ category }) => !categories.includes(category));
  return [...replied, ...stated];
}

function readReply(reply: string, state: TriageState): TriageFinding[] {
  const { lastPrompt, lastMessage, openQuestion } = state;
  const asked = readQuestion(lastMessage);
  const isAnother = asked !== null && (isQuestion(asked) || asked.options.length > 0);
  const question = openQuestion !== null && !isAnother ? openQuestion : asked;
  state.openQuestion = question !== null && asksBack(reply, question) ? question : null;
  return [
    ...(question === null ? [] : readWorkStyleReply(reply, question.text)),
    ...(question === null ? [] : readAnswer(reply, question)),
    ...readDenial(reply, lastMessage),
    ...readConfirmedFix(reply, lastMessage, lastPrompt),
  ];
}
