// Finds recorded work that a prompt is about: its words by the ranking that `search` has, and enough of them.
import {
  type Candidate,
  type Candidates,
  gatherCandidates,
  type Listing,
  listTexts,
  type Ranked,
  rankTexts,
  termsOf,
  type Weighed,
  type WeighedTerm,
} from "../../recording/search/rank-texts.ts";
import type { Source } from "../../recording/search/texts.ts";
import type { Store } from "../../store/open.ts";
import { hasUnspacedScript, tokensOf } from "../../text/query-words.ts";
import { stem } from "../../text/stem.ts";
import { memoriesAmong, recallPrior } from "./memory-items.ts";
import { type PromptTerm, pickTerms } from "./pick-terms.ts";
import {
  isTitleOnly,
  observationsAmong,
  partToTell,
  promptsAmong,
  type RecallRow,
  summariesAmong,
} from "./recall-rows.ts";

export interface RecallQuery {
  /** The session that gets the items: its own work is no news to it. */
  sessionId: string;
  projectKey: string;
  prompt: string;
  /** From 0 to 1. */
  minScore: number;
}

export interface RecallHit extends RecallRow {
  /** The share of the prompt's words that it and its session have, from 0 to 1. */
  score: number;
  terms: string[];
  /** Not only the next best beside what is. */
  isRelevant: boolean;
}

const SOURCES: readonly Source[] = ["observation", "summary", "prompt", "memory"];
/** Of the least share, what a text must have in words of its own, whatever its session is about. */
const MIN_OWN_PART = 0.6;
const EXTRA_TEXTS = 50;
/** A name that so few texts have says enough alone, and needs only half of the least share. */
const MAX_TEXTS_WITH_NAME = 10;
const MAX_SHARE_WITH_NAME = 1 / 50;
const NAME_PART = 0.5;
/** The person says in a few words what a summary or the output of a command has somewhere: less of the least share is enough. */
const PROMPT_PART = 0.8;
/** Beside a relevant text, the next best need only half of the least share, too. */
const NEXT_BEST_PART = 0.5;
/** Of those with the most words. A few of them are told. */
const MAX_HITS = 24;

/** Of this project, not of the session itself, and nothing it was given before. What is relevant comes first, then the next best. */
export function findItems(store: Store, query: RecallQuery): { terms: string[]; items: RecallHit[] } {
  // What says little comes last: it is not looked for where there is enough to go by.
  const picked = pickTerms(query.prompt).toSorted((a, b) => Number(a.isWorkflow) - Number(b.isWorkflow));
  if (picked.length === 0) return { terms: [], items: [] };
  const listing = withoutPartsOfNames(
    listTexts(store, { terms: picked, projectKey: query.projectKey, sources: SOURCES }),
  );
  const limits = relevanceLimits(listing, query.minScore);
  const read = (source: Source, ids: number[]) => READERS[source](store, { ids, ...query });
  const rank = (candidates: Candidates) => rankTexts<RecallRow>(store, candidates, MAX_HITS, read);
  const candidates = gatherCandidates(listing, (candidate) => minMatch(limits, candidate) !== null);
  const relevant = rank(candidates).filter(
    (one) => isRelevant(limits, one) && isEnough(limits, bitsToTell(one, candidates.terms)),
  );
  const terms = candidates.terms.filter(({ isCommon }) => !isCommon).map(({ word }) => word);
  if (relevant.length === 0) return { terms, items: [] };
  const now = Date.now();
  const toHits = (ranked: readonly Ranked<RecallRow>[], areRelevant: boolean) =>
    ranked
      .map(({ row, score, match, bits }) => ({
        ...row,
        rank: score * recallPrior(row, now),
        score: Math.min(1, match / limits.full),
        terms: termsOf(bits, candidates.terms).map(({ word }) => word),
        isRelevant: areRelevant,
      }))
      .toSorted((a, b) => b.rank - a.rank || b.at - a.at);
  const next = rank(withoutFound(listing, limits, relevant)).filter(
    (one) =>
      one.match >= NEXT_BEST_PART * limits.least &&
      (!isTitleOnly(one.row) || bitsToTell(one, candidates.terms) !== 0),
  );
  return { terms, items: [...toHits(relevant, true), ...toHits(next, false)] };
}

/** The terms in the part of a text that is told: what the reader does not see is no reason to tell it. */
function bitsToTell({ row, bits }: Ranked<RecallRow>, terms: readonly WeighedTerm[]): number {
  const { text, max } = partToTell(
    row,
    termsOf(bits, terms).map(({ word }) => word),
  );
  const words = tokensOf(text.slice(0, max)).map(stem);
  return terms.reduce((shown, { tokens }, n) => {
    const isShown = bits & (1 << n) && tokens.every((token) => words.includes(stem(token)));
    return isShown ? shown | (1 << n) : shown;
  }, 0);
}

/** Where something is relevant, the prompt is about what was done here: what comes next may be what is looked for. */
function withoutFound(
  listing: Listing<PromptTerm>,
  limits: RelevanceLimits,
  relevant: readonly Candidate[],
): Candidates {
  const { terms, found } = gatherCandidates(listing, ({ bits }) => (bits & ~limits.workflow) !== 0);
  const keys = new Set(relevant.map(({ source, id }) => `${source} ${id}`));
  return { terms, found: found.filter(({ source, id }) => !keys.has(`${source} ${id}`)) };
}

/** A name that is known counts once, not again by each of its parts. */
function withoutPartsOfNames(listing: Listing<PromptTerm>): Listing<PromptTerm> {
  const names = listing.terms.filter(({ term }) => term.tokens.length > 1 && term.documents > 0);
  if (names.length === 0) return listing;
  const parts = new Set(names.flatMap(({ term }) => term.tokens));
  return { ...listing, terms: listing.terms.filter(({ term }) => term.isName || !parts.has(term.word)) };
}

const READERS = {
  observation: observationsAmong,
  summary: summariesAmong,
  prompt: promptsAmong,
  memory: memoriesAmong,
};

interface RelevanceLimits {
  /** What a text scores that has all the words. Words that nothing has are among them. */
  full: number;
  /** How well a text must match. */
  least: number;
  /** If words were spread evenly, fewer than one text would have so much of them: they did not meet by chance. */
  chance: number;
  /** Bits of terms. */
  rareNames: number;
  workflow: number;
}

function relevanceLimits({ terms, texts }: Listing<PromptTerm>, minScore: number): RelevanceLimits {
  const full = terms.reduce((sum, { term }) => sum + wantedWeight(term), 0);
  const maxWithName = Math.max(1, Math.min(MAX_TEXTS_WITH_NAME, texts * MAX_SHARE_WITH_NAME));
  const bitsWhere = (isSo: (term: Weighed<PromptTerm>) => boolean) =>
    terms.reduce((bits, { term }, n) => (isSo(term) ? bits | (1 << n) : bits), 0);
  return {
    full,
    least: minScore * full,
    chance: Math.log(texts + EXTRA_TEXTS),
    rareNames: bitsWhere(({ isName, documents }) => isName && documents > 0 && documents <= maxWithName),
    workflow: bitsWhere(({ isWorkflow }) => isWorkflow),
  };
}

/** Of two characters that nothing has in a row, nobody knows whether they are of one word. */
function wantedWeight({ word, weight, documents }: Weighed<PromptTerm>): number {
  return documents === 0 && hasUnspacedScript(word) ? weight / 2 : weight;
}

/** How well a text with these words must match; null when it has too few of its own. */
function minMatch(
  limits: RelevanceLimits,
  { bits, weight }: Pick<Candidate, "bits" | "weight">,
): number | null {
  if (bits & limits.rareNames) return NAME_PART * limits.least;
  return isEnough(limits, bits) && weight >= MIN_OWN_PART * limits.least ? limits.least : null;
}

/** A name that few texts have, or several words that are not all words of any work. */
function isEnough({ rareNames, workflow }: RelevanceLimits, bits: number): boolean {
  const isSeveral = (bits & (bits - 1)) !== 0;
  return (bits & rareNames) !== 0 || (isSeveral && (bits & ~workflow) !== 0);
}

/** A text that has the words several times, in a session that is about them, has them by no chance either. */
function isRelevant(limits: RelevanceLimits, one: Ranked<RecallRow>): boolean {
  const isByChance = !(one.bits & limits.rareNames) && Math.max(one.weight, one.match) < limits.chance;
  const least = minMatch(limits, one) ?? Number.POSITIVE_INFINITY;
  return !isByChance && one.match >= (one.source === "prompt" ? PROMPT_PART * least : least);
}
