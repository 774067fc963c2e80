// Chooses the candidates that Claude is asked to save before it stops. Their text reaches the model, so candidates that a tool
// or a page may have planted are left out.
import type { Store } from "../../store/open.ts";
import type { MemoryPlace } from "../files/roots.ts";
import { quarantineReason } from "../files/trust.ts";
import { createComparison, findSimilar } from "../index/find-similar.ts";
import { hasMemories } from "../index/memory-search.ts";
import type { Category } from "../memory.ts";
import type { CandidateEvidence } from "../triage/candidate.ts";
import { listPromptedCandidates, type OpenCandidate } from "./prompted-candidates.ts";

type CandidateTitle = Pick<OpenCandidate, "category" | "title">;
type PromptCandidate = CandidateTitle & Pick<OpenCandidate, "evidence" | "who" | "patterns">;

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

/** `open`: the open candidates of the session, the strongest first. */
export function choosePrompts(
  store: Store,
  place: MemoryPlace,
  sessionId: string,
  open: readonly OpenCandidate[],
): OpenCandidate[] {
  const before = listPromptedCandidates(store, place.projectKey, MAX_COMPARED);
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
