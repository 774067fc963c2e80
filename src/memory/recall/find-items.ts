// Finds recorded work that a prompt is about: ranked like `search`, and only if enough of the prompt's words match.
import {
  EXTRA_TEXTS,
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
import { rootOf } from "../../text/irregular-words.ts";
import { hasUnspacedScript, partsOfNames, tokensOf } from "../../text/query-words.ts";
import { recallableMemories, recallPrior } from "./memory-items.ts";
import { isQuestion, type PromptTerm, pickTerms } from "./pick-terms.ts";
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
/**
 * A word is rare if at most this share of the project's texts has it, or this many. Rare words, or a rare name, show that
 * a prompt is about something; words of any work, such as "commit", are not rare.
 */
const RARE_SHARE = 1 / 20;
const MIN_RARE_TEXTS = 4;
/** What a session was about fills many of its texts, and is in its summary: in a small project this many are few. */
const RARE_SHARE_OF_SUBJECT = 1 / 10;
const MIN_SUBJECT_TEXTS = 20;
/** A word that more than this share of the summaries has, and more than this many, is one of any work. */
const MAX_SUBJECT_SHARE = 1 / 4;
const MAX_SUBJECT_SUMMARIES = 3;
/** Fewer summaries do not show which words are those of any work. */
const MIN_SUMMARIES = 4;
/** A question asks for what is known. What is to be done is mostly new, so its rare words need more than the weight that chance explains. */
const TASK_FACTOR = 1.5;
/** Of a long prompt, rare words with this many times the weight that chance explains are enough, without the floor. */
const CERTAIN_FACTOR = 2;
/** A rare name is enough at half of the floor. */
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
  const picked = pickTerms(query.prompt);
  if (picked.length === 0) return { terms: [], items: [] };
  const postings = withoutPartsOfNames(
    listPostings(store, { terms: picked, projectKey: query.projectKey, sources: SOURCES }),
  );
  const limits = relevanceLimits(postings, query);
  const read = (source: TextSource, ids: number[]) => READERS[source](store, { ids, ...query });
  const rank = (candidates: TextCandidates, max: number) =>
    rankTexts<RecallRow>(store, candidates, max, read);
  const candidates = gatherCandidates(postings, (candidate) => requiredMatch(limits, candidate) !== null);
  const relevant = rank(candidates, MAX_HITS).filter(
    (one) =>
      isRelevant(limits, one) && isEnough(limits, one) && hasRare(limits, visibleBits(one, candidates.terms)),
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
  const shown = text.slice(0, max);
  const words = [...tokensOf(shown), ...partsOfNames(shown)].map(rootOf);
  return terms.reduce((visible, { tokens }, n) => {
    const isShown = bits & (1 << n) && tokens.every((token) => words.includes(rootOf(token)));
    return isShown ? visible | (1 << n) : visible;
  }, 0);
}

/** Candidates for the next best, by their own words: something relevant shows that the prompt is about past work here. */
function otherCandidates(
  postings: Postings<PromptTerm>,
  limits: RelevanceLimits,
  relevant: readonly TextCandidate[],
): TextCandidates {
  const { terms, wordsOfText, found } = gatherCandidates(
    postings,
    ({ bits, weight }) => (bits & limits.rare) !== 0 && weight >= NEXT_BEST_FACTOR * limits.floor,
  );
  const keys = new Set(relevant.map(({ source, id }) => `${source} ${id}`));
  return { terms, wordsOfText, found: found.filter(({ source, id }) => !keys.has(`${source} ${id}`)) };
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
  /** What the rare words of a text must weigh if none is a name and it is no memory. */
  minRareWeight: number;
  /** Terms, one bit each. */
  rareNames: number;
  rare: number;
  weightOfRare(bits: number): number;
}

function relevanceLimits(
  postings: Postings<PromptTerm>,
  { prompt, minScore }: Pick<RecallQuery, "prompt" | "minScore">,
): RelevanceLimits {
  const { terms, texts } = postings;
  const full = terms.reduce((sum, { term }) => sum + expectedWeight(term), 0);
  const rareTerms = terms.filter((posting) => isRare(posting, postings));
  const bitsOf = (some: typeof terms) => some.reduce((bits, one) => bits | (1 << terms.indexOf(one)), 0);
  const rare = bitsOf(rareTerms);
  const chance = Math.log(texts + EXTRA_TEXTS);
  return {
    full,
    floor: minScore * full,
    chance,
    minRareWeight: rare === 0 || isQuestion(prompt) ? 0 : TASK_FACTOR * chance,
    rareNames: bitsOf(rareTerms.filter(({ term }) => term.isName)),
    rare,
    weightOfRare: (bits) =>
      terms.reduce((sum, { term }, n) => (bits & rare & (1 << n) ? sum + term.weight : sum), 0),
  };
}

function isRare(
  { term: { isCommon, documents }, ids }: Postings<PromptTerm>["terms"][number],
  { sources, texts, summaries }: Postings<PromptTerm>,
): boolean {
  if (isCommon || documents === 0) return false;
  const ofSessions = ids[sources.indexOf("summary")]?.length ?? 0;
  if (ofSessions > Math.max(MAX_SUBJECT_SUMMARIES, MAX_SUBJECT_SHARE * summaries)) return false;
  const isSubject = summaries >= MIN_SUMMARIES && ofSessions > 0;
  return isSubject
    ? documents <= Math.max(MIN_SUBJECT_TEXTS, RARE_SHARE_OF_SUBJECT * texts)
    : documents <= Math.max(MIN_RARE_TEXTS, RARE_SHARE * texts);
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
  if (limits.weightOfRare(bits) >= CERTAIN_FACTOR * limits.chance) return 0;
  return hasRare(limits, bits) && weight >= OWN_WORDS_FACTOR * limits.floor ? limits.floor : null;
}

/** A memory was saved to be used in what is to be done. */
function isEnough({ rareNames, minRareWeight, weightOfRare }: RelevanceLimits, one: TextCandidate): boolean {
  const hasName = (one.bits & rareNames) !== 0;
  return hasName || one.source === "memory" || weightOfRare(one.bits) >= minRareWeight;
}

/** A rare name, or several rare words. */
function hasRare({ rareNames, rare }: RelevanceLimits, bits: number): boolean {
  const rareBits = bits & rare;
  return (bits & rareNames) !== 0 || (rareBits & (rareBits - 1)) !== 0;
}

/** Repeats of the words, and a session about them, rule out chance as well as many words do. */
function isRelevant(limits: RelevanceLimits, one: RankedText<RecallRow>): boolean {
  const isByChance = !(one.bits & limits.rareNames) && Math.max(one.weight, one.match) < limits.chance;
  const required = requiredMatch(limits, one) ?? Number.POSITIVE_INFINITY;
  return !isByChance && one.match >= (one.source === "prompt" ? PROMPT_FLOOR_FACTOR * required : required);
}
