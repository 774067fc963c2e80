// Which candidates Claude is asked to save before it stops. They are told to the model, so nothing is chosen that a tool or
// a page could have put there to command it.
import type { Store } from "../../store/open.ts";
import type { MemoryPlace } from "../files/roots.ts";
import { quarantineReason } from "../files/trust.ts";
import { findSimilar, similarTo } from "../index/find-similar.ts";
import { hasMemories } from "../index/memory-search.ts";
import type { Category } from "../memory.ts";
import type { CandidateEvidence } from "../triage/candidate.ts";
import { askedCandidates, type OpenCandidate } from "./prompted-candidates.ts";

type Named = Pick<OpenCandidate, "category" | "title">;
type Choosable = Named & Pick<OpenCandidate, "evidence" | "who" | "patterns">;

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

/** `open`: those of the session, the strongest first. */
export function choosePrompts(
  store: Store,
  place: MemoryPlace,
  sessionId: string,
  open: readonly OpenCandidate[],
): OpenCandidate[] {
  const before = askedCandidates(store, place.projectKey, MAX_COMPARED);
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
