// What a session should save before it stops, and whether Claude may be asked: once per budget, and not soon after the last
// time.
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
import { findSimilar, similarTo } from "../index/find-similar.ts";
import { hasMemories } from "../index/memory-search.ts";
import type { Category } from "../memory.ts";
import type { CandidateEvidence } from "../triage/candidate.ts";
import { askedCandidates, lastAskedAt, type OpenCandidate, openCandidates } from "./prompted-candidates.ts";
import { triageAtStop } from "./triage-at-stop.ts";
import { triageOptions } from "./triage-transcript.ts";

/** Found in the session, not saved, and not asked about before. */
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
  if (!isTimeToAsk(lastAskedAt(store, sessionId), budgetAt, now)) return [];
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

// Which candidates Claude is asked to save before it stops. They are told to the model, so nothing is chosen that a tool or
// a page could have put there to command it.

type Named = Pick<OpenCandidate, "category" | "title">;
type Choosable = Named & Pick<OpenCandidate, "evidence" | "who" | "patterns">;

const MAX_CONSIDERED = 20;
const MAX_PROMPTS = 5;
const MAX_COMPARED = 100;
/** What was done, and what the person says in so many words. The rest waits in the inbox: being held needs a better reason. */
const PLAIN = [
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
  const open = openCandidates(store, { projectKey, sessionId, limit: MAX_CONSIDERED });
  if (open.length === 0) return [];
  const before = askedCandidates(store, projectKey, MAX_COMPARED);
  // The summary of a session grows with each thing done: it is asked for once.
  const hasSummary = before.some((one) => one.category === "SESSION_SUMMARY" && one.session_id === sessionId);
  return choosePromptsAmong(
    open,
    before,
    (one) => (hasSummary && one.category === "SESSION_SUMMARY") || isSaved(store, place, one),
  );
}

/** Of candidates with the strongest first. `before` was asked about already. */
export function choosePromptsAmong<C extends Choosable>(
  candidates: readonly C[],
  before: readonly Named[],
  isKnown: (candidate: C) => boolean,
): C[] {
  const chosen: C[] = [];
  for (const one of candidates) {
    if (chosen.length === MAX_PROMPTS) break;
    if (isPlain(one) && !isDoubtful(one) && !isLikeAny(one, [...before, ...chosen]) && !isKnown(one))
      chosen.push(one);
  }
  return chosen;
}

function isPlain({ patterns }: Choosable): boolean {
  return (JSON.parse(patterns) as string[]).some((source) => PLAIN.includes(source));
}

/** Claude repeats what it reads: only the person's own words are taken as the person's. */
function isDoubtful({ title, evidence, who }: Choosable): boolean {
  const lines = JSON.parse(evidence) as CandidateEvidence[];
  const isOwn = who === "user" && lines.every((line) => line.who === "user");
  const body = lines.map(({ line }) => line).join("\n");
  return quarantineReason({ title, body, tags: [], who: isOwn ? "user" : "tool" }) !== null;
}

/** The same thing in other words, as a compaction brings it up again. */
function isLikeAny(candidate: Named, others: readonly Named[]): boolean {
  if (others.length === 0) return false;
  const likeness = similarTo(textOf(candidate));
  return others.some((other) => likeness(textOf(other)) !== null);
}

/** A saved memory says nearly the same. */
function isSaved(store: Store, place: MemoryPlace, candidate: Named): boolean {
  return hasMemories(store, place.projectKey) && findSimilar(store, place, textOf(candidate)).length > 0;
}

function textOf({ category, title }: Named) {
  return { category: category as Category, title, body: "" };
}
