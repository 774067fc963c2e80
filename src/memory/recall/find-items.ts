// Finds recorded work that a prompt is about: ranked like `search`, and only if enough of the prompt's words match.
import {
  gatherCandidates,
  listPostings,
  type Postings,
  type RankedText,
  rankTexts,
  type TextCandidate,
  type TextCandidates,
  termsOf,
  type WeightedTerm,
  type WithWeight,
} from "../../recording/search/rank-texts.ts";
import type { TextSource } from "../../recording/search/texts.ts";
import type { Store } from "../../store/open.ts";
import { hasUnspacedScript, tokensOf } from "../../text/query-words.ts";
import { stem } from "../../text/stem.ts";
import { recallableMemories, recallPrior } from "./memory-items.ts";
import { type PromptTerm, pickTerms } from "./pick-terms.ts";
import {
  excerptFor,
  isTitleOnly,
  type RecallRow,
  recallableObservations,
  recallablePrompts,
  recallableSummaries,
} from "./recall-rows.ts";

export interface RecallQuery {
  /** The session that gets it: its own work is not recalled. */
  sessionId: string;
  projectKey: string;
  prompt: string;
  now: number;
  /** The relevance floor, from 0 to 1. */
  minScore: number;
}

export interface RecallHit extends RecallRow {
  /** The share of the prompt's words that the text and its session's summary have, from 0 to 1. */
  score: number;
  terms: string[];
  /** false: below the floor, recalled only beside something relevant. */
  isRelevant: boolean;
}

const SOURCES: readonly TextSource[] = ["observation", "summary", "prompt", "memory"];
/** The factors below lower the floor. A text's own words must reach this part of it, whatever its session is about. */
const OWN_WORDS_FACTOR = 0.6;
const EXTRA_TEXTS = 50;
/** A name that at most this many texts have is enough by itself, at half of the floor. */
const MAX_TEXTS_WITH_NAME = 10;
const MAX_SHARE_WITH_NAME = 1 / 50;
const RARE_NAME_FACTOR = 0.5;
/** A person needs few words to name what the output of a command has somewhere. */
const PROMPT_FLOOR_FACTOR = 0.8;
/** For the next best, beside a relevant text. */
const NEXT_BEST_FACTOR = 0.5;
/** This many candidates are read and ranked; a few of them are recalled. */
const MAX_HITS = 24;
/** Reading more of the next best finds nothing better, and takes time in a large store. */
const MAX_NEXT_BEST = 12;

/** Items of this project that the session does not know yet: relevant ones first, then the next best. */
export function findItems(store: Store, query: RecallQuery): { terms: string[]; items: RecallHit[] } {
  // Workflow words last: they are skipped when other words have many rows already.
  const picked = pickTerms(query.prompt).toSorted((a, b) => Number(a.isWorkflow) - Number(b.isWorkflow));
  if (picked.length === 0) return { terms: [], items: [] };
  const postings = withoutPartsOfNames(
    listPostings(store, { terms: picked, projectKey: query.projectKey, sources: SOURCES }),
  );
  const limits = relevanceLimits(postings, query.minScore);
  const read = (source: TextSource, ids: number[]) => READERS[source](store, { ids, ...query });
  const rank = (candidates: TextCandidates, max: number) =>
    rankTexts<RecallRow>(store, candidates, max, read);
  const candidates = gatherCandidates(postings, (candidate) => requiredMatch(limits, candidate) !== null);
  const relevant = rank(candidates, MAX_HITS).filter(
    (one) => isRelevant(limits, one) && isEnough(limits, visibleBits(one, candidates.terms)),
  );
  const terms = candidates.terms.filter(({ isCommon }) => !isCommon).map(({ word }) => word);
  if (relevant.length === 0) return { terms, items: [] };
  const toHits = (ranked: readonly RankedText<RecallRow>[], areRelevant: boolean) =>
    ranked
      .map(({ row, score, match, bits }) => ({
        ...row,
        rank: score * recallPrior(row, query.now),
        score: Math.min(1, match / limits.full),
        terms: termsOf(bits, candidates.terms).map(({ word }) => word),
        isRelevant: areRelevant,
      }))
      .toSorted((a, b) => b.rank - a.rank || b.at - a.at);
  const next = rank(otherCandidates(postings, limits, relevant), MAX_NEXT_BEST).filter(
    (one) =>
      one.match >= NEXT_BEST_FACTOR * limits.floor &&
      (!isTitleOnly(one.row) || visibleBits(one, candidates.terms) !== 0),
  );
  return { terms, items: [...toHits(relevant, true), ...toHits(next, false)] };
}

/** The terms that the excerpt shows: a match that the reader does not see is no reason to tell it. */
function visibleBits({ row, bits }: RankedText<RecallRow>, terms: readonly WeightedTerm[]): number {
  const { text, max } = excerptFor(
    row,
    termsOf(bits, terms).map(({ word }) => word),
  );
  const words = tokensOf(text.slice(0, max)).map(stem);
  return terms.reduce((shown, { tokens }, n) => {
    const isShown = bits & (1 << n) && tokens.every((token) => words.includes(stem(token)));
    return isShown ? shown | (1 << n) : shown;
  }, 0);
}

/** Candidates for the next best, by their own words: something relevant shows that the prompt is about past work here. */
function otherCandidates(
  postings: Postings<PromptTerm>,
  limits: RelevanceLimits,
  relevant: readonly TextCandidate[],
): TextCandidates {
  const { terms, found } = gatherCandidates(
    postings,
    ({ bits, weight }) => (bits & ~limits.workflow) !== 0 && weight >= NEXT_BEST_FACTOR * limits.floor,
  );
  const keys = new Set(relevant.map(({ source, id }) => `${source} ${id}`));
  return { terms, found: found.filter(({ source, id }) => !keys.has(`${source} ${id}`)) };
}

/** A name that some text has counts once, not again for each of its parts. */
function withoutPartsOfNames(postings: Postings<PromptTerm>): Postings<PromptTerm> {
  const names = postings.terms.filter(({ term }) => term.tokens.length > 1 && term.documents > 0);
  if (names.length === 0) return postings;
  const parts = new Set(names.flatMap(({ term }) => term.tokens));
  return { ...postings, terms: postings.terms.filter(({ term }) => term.isName || !parts.has(term.word)) };
}

const READERS = {
  observation: recallableObservations,
  summary: recallableSummaries,
  prompt: recallablePrompts,
  memory: recallableMemories,
};

interface RelevanceLimits {
  /** The match of a text that has all the words, including those that no text has. */
  full: number;
  /** The relevance floor as a match. */
  floor: number;
  /** Above this weight, less than one text would have the words if they were spread at random. */
  chance: number;
  /** Terms, one bit each. */
  rareNames: number;
  workflow: number;
}

function relevanceLimits({ terms, texts }: Postings<PromptTerm>, minScore: number): RelevanceLimits {
  const full = terms.reduce((sum, { term }) => sum + expectedWeight(term), 0);
  const maxWithName = Math.max(1, Math.min(MAX_TEXTS_WITH_NAME, texts * MAX_SHARE_WITH_NAME));
  const bitsWhere = (isSo: (term: WithWeight<PromptTerm>) => boolean) =>
    terms.reduce((bits, { term }, n) => (isSo(term) ? bits | (1 << n) : bits), 0);
  return {
    full,
    floor: minScore * full,
    chance: Math.log(texts + EXTRA_TEXTS),
    rareNames: bitsWhere(({ isName, documents }) => isName && documents > 0 && documents <= maxWithName),
    workflow: bitsWhere(({ isWorkflow }) => isWorkflow),
  };
}

/** Two adjacent characters that no text has may not belong to one word: half the weight. */
function expectedWeight({ word, weight, documents }: WithWeight<PromptTerm>): number {
  return documents === 0 && hasUnspacedScript(word) ? weight / 2 : weight;
}

/** How well a text with these terms must match; null if it has too few of them. */
function requiredMatch(
  limits: RelevanceLimits,
  { bits, weight }: Pick<TextCandidate, "bits" | "weight">,
): number | null {
  if (bits & limits.rareNames) return RARE_NAME_FACTOR * limits.floor;
  return isEnough(limits, bits) && weight >= OWN_WORDS_FACTOR * limits.floor ? limits.floor : null;
}

/** A rare name, or several words that are not all workflow words. */
function isEnough({ rareNames, workflow }: RelevanceLimits, bits: number): boolean {
  const isSeveral = (bits & (bits - 1)) !== 0;
  return (bits & rareNames) !== 0 || (isSeveral && (bits & ~workflow) !== 0);
}

/** Repeats of the words, and a session about them, rule out chance as well as many words do. */
function isRelevant(limits: RelevanceLimits, one: RankedText<RecallRow>): boolean {
  const isByChance = !(one.bits & limits.rareNames) && Math.max(one.weight, one.match) < limits.chance;
  const required = requiredMatch(limits, one) ?? Number.POSITIVE_INFINITY;
  return !isByChance && one.match >= (one.source === "prompt" ? PROMPT_FLOOR_FACTOR * required : required);
}
