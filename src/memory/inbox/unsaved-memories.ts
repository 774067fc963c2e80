// Chooses the candidates that Claude is asked to save before it stops: once per budget, and not again within five minutes. They
// are shown to the model, so none is chosen that a tool or a page could have planted to command it.
import { databasePath } from "../../config/environment.ts";
import { loadTriageSettings } from "../../config/older-config.ts";
import { mayCapture } from "../../config/place.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { attachMemory } from "../../store/attach-memory.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isTurnComplete } from "../../transcript/read-tail.ts";
import { sessionProjectKey } from "../../worktree/project-key.ts";
import type { MemoryPlace } from "../files/roots.ts";
import { quarantineReason } from "../files/trust.ts";
import { createComparison, findSimilar } from "../index/find-similar.ts";
import { hasMemories } from "../index/memory-search.ts";
import type { Category } from "../memory.ts";
import type { CandidateEvidence } from "../triage/candidate.ts";
import {
  findLastAskedAt,
  listOpenCandidates,
  listPromptedCandidates,
  type OpenCandidate,
} from "./prompted-candidates.ts";
import { triageAtStop } from "./triage-at-stop.ts";
import { triageOptions } from "./triage-transcript.ts";

/** A candidate of the session that is not saved and that Claude was not asked about. */
export type UnsavedMemory = Pick<OpenCandidate, "id" | "category" | "title" | "score" | "fingerprint">;

const PAUSE_MS = 300_000;

/** `budgetAt`: when the person last asked for something. */
export async function findUnsavedMemories(
  context: OpenContext<GatedEvent>,
  budgetAt = context.now,
): Promise<UnsavedMemory[]> {
  const { event, env, projectDir, now, store, loaded } = context;
  const { sessionId, transcriptPath: path } = event;
  if (event.name !== "Stop" || sessionId === null || path === null || projectDir === null) return [];
  if (!mayCapture(context, loaded.config)) return [];
  await attachMemory(store, databasePath(env));
  if (!isTimeToAsk(findLastAskedAt(store, sessionId), budgetAt, now)) return [];
  const settings = await loadTriageSettings(loaded, projectDir);
  if (!settings.enabled) return [];
  const projectKey = await sessionProjectKey(store, sessionId, projectDir);
  const transcript = {
    sessionId,
    projectKey,
    path,
    maxMessages: settings.max_messages,
    isComplete: (items: readonly TranscriptItem[]) => isTurnComplete(event, items),
  };
  await triageAtStop(store, transcript, triageOptions(store, settings));
  return choosePrompts(store, { env, projectDir, projectKey }, sessionId);
}

export function isTimeToAsk(last: number | null, budgetAt: number, now: number): boolean {
  return last === null || (now - last >= PAUSE_MS && last < budgetAt);
}

type CandidateTitle = Pick<OpenCandidate, "category" | "title">;
type PromptCandidate = CandidateTitle & Pick<OpenCandidate, "evidence" | "who" | "patterns">;

const MAX_CONSIDERED = 20;
const MAX_PROMPTS = 5;
const MAX_COMPARED = 100;
/** Sources reliable enough to hold a stop: actions, and explicit statements of the person. Other candidates wait in the inbox. */
const RELIABLE_SOURCES = [
  "answer",
  "plan",
  "refusal",
  "correction",
  "repeated-wish",
  "statement",
  "fixed-command",
  "session-summary",
];

export function choosePrompts(store: Store, place: MemoryPlace, sessionId: string): OpenCandidate[] {
  const { projectKey } = place;
  const open = listOpenCandidates(store, { projectKey, sessionId, limit: MAX_CONSIDERED });
  if (open.length === 0) return [];
  const before = listPromptedCandidates(store, projectKey, MAX_COMPARED);
  // A session's summary keeps changing, so it is asked for only once.
  const hasSummary = before.some((one) => one.category === "SESSION_SUMMARY" && one.session_id === sessionId);
  return choosePromptsAmong(
    open,
    before,
    (one) => (hasSummary && one.category === "SESSION_SUMMARY") || isSaved(store, place, one),
  );
}

/** Expects the strongest candidate first. `before`: those already asked about. */
export function choosePromptsAmong<C extends PromptCandidate>(
  candidates: readonly C[],
  before: readonly CandidateTitle[],
  isKnown: (candidate: C) => boolean,
): C[] {
  const chosen: C[] = [];
  for (const one of candidates) {
    if (chosen.length === MAX_PROMPTS) break;
    if (isReliable(one) && !isDoubtful(one) && !isLikeAny(one, [...before, ...chosen]) && !isKnown(one))
      chosen.push(one);
  }
  return chosen;
}

function isReliable({ patterns }: PromptCandidate): boolean {
  return (JSON.parse(patterns) as string[]).some((source) => RELIABLE_SOURCES.includes(source));
}

/** Claude may repeat what it read, so only lines of the person count as the person's. */
function isDoubtful({ title, evidence, who }: PromptCandidate): boolean {
  const lines = JSON.parse(evidence) as CandidateEvidence[];
  const isOwn = who === "user" && lines.every((line) => line.who === "user");
  const body = lines.map(({ line }) => line).join("\n");
  return quarantineReason({ title, body, tags: [], who: isOwn ? "user" : "tool" }) !== null;
}

/** True for the same thing in other words, such as after a compaction. */
function isLikeAny(candidate: CandidateTitle, others: readonly CandidateTitle[]): boolean {
  if (others.length === 0) return false;
  const likeness = createComparison(textOf(candidate));
  return others.some((other) => likeness(textOf(other)) !== null);
}

/** True when a saved memory says nearly the same. */
function isSaved(store: Store, place: MemoryPlace, candidate: CandidateTitle): boolean {
  return hasMemories(store, place.projectKey) && findSimilar(store, place, textOf(candidate)).length > 0;
}

function textOf({ category, title }: CandidateTitle) {
  return { category: category as Category, title, body: "" };
}
