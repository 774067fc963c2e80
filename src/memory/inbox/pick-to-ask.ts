// What Claude may be asked to save. Whatever is listed there is told to the model, so nothing that a tool or a page could
// have put there to command it is.

import type { Store } from "../../store/open.ts";
import type { Category } from "../category.ts";
import type { MemoryPlace } from "../files/roots.ts";
import { findDoubt } from "../files/trust.ts";
import { findSimilar } from "../index/find-similar.ts";
import { hasMemories } from "../index/memory-search.ts";
import { similarTo } from "../index/similar.ts";
import { isPlain } from "../triage/plain-signals.ts";
import { type Asked, askedCandidates, type Unasked, unaskedCandidates } from "./asked-candidates.ts";

type Found = Pick<Unasked, "category" | "title" | "evidence" | "who" | "patterns">;

export const LOOKED_AT = 20;
const MOST_ASKED = 5;
const REMEMBERED = 100;

export function pickToAsk(store: Store, place: MemoryPlace, sessionId: string): Unasked[] {
  const { projectKey } = place;
  const found = unaskedCandidates(store, { projectKey, sessionId, limit: LOOKED_AT });
  if (found.length === 0) return [];
  const before = askedCandidates(store, projectKey, REMEMBERED);
  const isKnown = (one: Unasked) => isRetold(one, before, sessionId) || isSaved(store, place, one);
  return chooseToAsk(found, before, isKnown);
}

/** Of what was found, the strongest first. `before` was asked about already. */
export function chooseToAsk<U extends Found>(
  found: readonly U[],
  before: readonly Pick<Found, "category" | "title">[],
  isKnown: (one: U) => boolean,
): U[] {
  const picked: U[] = [];
  for (const one of found) {
    if (picked.length === MOST_ASKED) break;
    if (
      !isPlain(JSON.parse(one.patterns)) ||
      isDoubtful(one) ||
      isLikeOne(one, [...before, ...picked]) ||
      isKnown(one)
    )
      continue;
    picked.push(one);
  }
  return picked;
}

/** Claude repeats what it reads: only the person's own words are taken as the person's. */
function isDoubtful({ title, evidence, who }: Found): boolean {
  let body = "";
  for (const { line } of JSON.parse(evidence) as { line: string }[]) body += `${line}\n`;
  return (
    findDoubt({ title, body: body.slice(0, -1), tags: [], who: who === "user" ? "user" : "tool" }) !== null
  );
}

/** The same thing in other words, as a compaction brings it up again. */
function isLikeOne(one: Found, others: readonly Pick<Found, "category" | "title">[]): boolean {
  if (others.length === 0) return false;
  const likeness = similarTo(textOf(one));
  for (const other of others) if (likeness(textOf(other)) !== null) return true;
  return false;
}

/** A session's story goes on with each thing done: it is asked for once. */
function isRetold({ category }: Unasked, before: readonly Asked[], sessionId: string): boolean {
  if (category !== "SESSION_SUMMARY") return false;
  for (const other of before) if (other.category === category && other.session_id === sessionId) return true;
  return false;
}

/** It could not be accepted beside the one that is there. */
function isSaved(store: Store, place: MemoryPlace, one: Unasked): boolean {
  return hasMemories(store, place.projectKey) && findSimilar(store, place, textOf(one)).length > 0;
}

function textOf({ category, title }: Pick<Unasked, "category" | "title">) {
  return { category: category as Category, title, body: "" };
}
