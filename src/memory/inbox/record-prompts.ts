// Puts what Claude is asked to save into the inbox, where it can be accepted or rejected by its number.
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import type { MemoryPlace } from "../files/roots.ts";
import { createComparison, findSimilar } from "../index/find-similar.ts";
import { hasMemories } from "../index/memories.ts";
import type { Category } from "../memory.ts";
import { type ScoredLine, type TextScores, whyScored } from "../triage/ask/score-messages.ts";
import { fingerprintOf } from "../triage/candidate.ts";
import {
  type CandidateRow,
  findOpenCandidate,
  listSessionCandidates,
  recordCandidate,
} from "./candidates.ts";
import { type AskSettings, type Choice, choosePrompts, type Prompt, promptSource } from "./choose-prompts.ts";
import { listFeedback, listPromptedCandidates, patternWeights } from "./prompted-candidates.ts";
import type { UnsavedMemory } from "./unsaved-memories.ts";

const MAX_COMPARED = 100;

interface ScoredStop {
  sessionId: string;
  scores: TextScores;
  settings: AskSettings;
  now: number;
}

/** `pending`: as in `Choice`. */
export function recordPrompts(
  store: Store,
  place: MemoryPlace,
  stop: ScoredStop,
): { unsaved: UnsavedMemory[]; pending: readonly ScoredLine[] } {
  const { prompts, pending } = chooseNewPrompts(store, place, stop.scores, stop.settings);
  return { unsaved: prompts.length === 0 ? [] : record(store, place, stop, prompts), pending };
}

function record(
  store: Store,
  place: MemoryPlace,
  { sessionId, now }: ScoredStop,
  prompts: readonly Prompt[],
): UnsavedMemory[] {
  const key = { project_key: place.projectKey, session_id: sessionId };
  return inMemoryTransaction(store, () => {
    const waiting = listSessionCandidates(store, place.projectKey, sessionId).filter(isInInbox);
    return prompts.flatMap((prompt): UnsavedMemory[] => {
      const { category, title, score } = prompt;
      const same = waiting.find((one) => isLikeAny(prompt, [one]));
      if (same) return [{ ...same, score }];
      const fingerprint = fingerprintOf(category, prompt.sentence);
      recordCandidate(store, { ...key, ...toRow(prompt), category, title, score, fingerprint, at: now });
      const id = findOpenCandidate(store, { ...key, fingerprint });
      return id === null ? [] : [{ id, category, title, score, fingerprint }];
    });
  });
}

/** Found by capture, and not settled. */
function isInInbox({ status, asked_at, patterns }: CandidateRow): boolean {
  return status === "new" && asked_at === null && patterns !== "[]";
}

/** Those that are not saved, and that Claude was not asked about. */
export function chooseNewPrompts(
  store: Store,
  place: Pick<MemoryPlace, "projectKey">,
  scores: TextScores,
  settings: AskSettings,
): Choice {
  const before = listPromptedCandidates(store, place.projectKey, MAX_COMPARED);
  const isKnown = (prompt: Prompt, chosen: readonly Prompt[]) =>
    isLikeAny(prompt, [...before, ...chosen]) || isSaved(store, place, prompt);
  return choosePrompts(scores, settings, patternWeights(listFeedback(store)), isKnown);
}

/** Rejecting or accepting counts for its category. */
function toRow({ category, line, who, isConfirmed }: Prompt) {
  return {
    who,
    evidence: JSON.stringify([{ line, who, why: whyScored(isConfirmed) }]),
    patterns: JSON.stringify([promptSource(category)]),
  };
}

type Titled = { category: string; title: string };

/** True for the same thing in other words, such as after a compaction. */
export function isLikeAny(prompt: Titled, others: readonly Titled[]): boolean {
  if (others.length === 0) return false;
  const likeness = createComparison(textOf(prompt));
  return others.some((other) => likeness(textOf(other)) !== null);
}

/** True when a saved memory says nearly the same. */
export function isSaved(store: Store, place: Pick<MemoryPlace, "projectKey">, prompt: Titled): boolean {
  return hasMemories(store, place.projectKey) && findSimilar(store, place, textOf(prompt)).length > 0;
}

function textOf({ category, title }: Titled) {
  return { category: category as Category, title, body: "" };
}
