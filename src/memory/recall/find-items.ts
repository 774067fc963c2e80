// Finds recorded work that a prompt is about: its words by the ranking that `search` has, and enough of them.
import {
  type Candidate,
  type Candidates,
  findCandidates,
  rankTexts,
  termsOf,
  type WeighedTerm,
} from "../../recording/search/rank-texts.ts";
import type { Source } from "../../recording/search/texts.ts";
import type { Store } from "../../store/open.ts";
import { memoriesAmong, recallPrior } from "./memory-items.ts";
import { type PromptTerm, pickTerms } from "./pick-terms.ts";
import { observationsAmong, promptsAmong, type RecallRow, summariesAmong } from "./recall-rows.ts";

export interface RecallQuery {
  /** The session that gets the items: its own work is no news to it. */
  sessionId: string;
  projectKey: string;
  prompt: string;
  /** From 0 to 1. */
  minScore: number;
}

export interface RecallHit extends RecallRow {
  /** The share of the prompt's words that it has, from 0 to 1. */
  score: number;
  terms: string[];
}

const SOURCES: readonly Source[] = ["observation", "summary", "prompt", "memory"];
/** A long prompt need not match in all its words. */
const MAX_WEIGHED_TERMS = 6;
/** Words that may meet by chance say nothing: if words were spread evenly, fewer than 1/e texts would have these. */
const CHANCE_MARGIN = 1;
const EXTRA_TEXTS = 50;
/** A name that so few texts have says enough alone. */
const MAX_TEXTS_WITH_NAME = 10;
const MAX_SHARE_WITH_NAME = 1 / 50;
const MAX_HITS = 30;

/** Of this project, not of the session itself, and nothing it was given before. The best first. */
export function findItems(store: Store, query: RecallQuery): { terms: string[]; items: RecallHit[] } {
  const picked = pickTerms(query.prompt);
  if (picked.length === 0) return { terms: [], items: [] };
  const listed = new Map<string, number[]>();
  const collect = (some: readonly PromptTerm[]) =>
    findCandidates(store, { terms: some, projectKey: query.projectKey, sources: SOURCES, listed });
  let candidates = collect(picked);
  const terms = withoutPartsOfNames(picked, candidates.terms);
  if (terms.length < picked.length) candidates = collect(terms);
  const relevance = measureRelevance(candidates, terms, query.minScore);
  const found = candidates.found.filter((candidate) => relevance(candidate) > 0);
  const now = Date.now();
  const items = rankTexts<RecallRow>(store, { ...candidates, found }, MAX_HITS, (source, ids) =>
    READERS[source](store, { ids, ...query }),
  )
    .map(({ row, score, own, bits }) => ({
      ...row,
      rank: score * recallPrior(row, now),
      score: relevance({ bits, weight: own }),
      terms: termsOf(bits, candidates.terms).map(({ word }) => word),
    }))
    .filter((item) => item.score > 0)
    .toSorted((a, b) => b.rank - a.rank || b.at - a.at);
  return { terms: candidates.terms.filter(({ isCommon }) => !isCommon).map(({ word }) => word), items };
}

/** A name that is known counts once, not again by each of its parts. */
function withoutPartsOfNames(
  terms: readonly PromptTerm[],
  found: readonly WeighedTerm[],
): readonly PromptTerm[] {
  const names = terms.filter(({ isName }, n) => isName && (found[n]?.documents ?? 0) > 0);
  const parts = new Set(names.flatMap(({ tokens }) => (tokens.length > 1 ? tokens : [])));
  return parts.size === 0 ? terms : terms.filter(({ word, isName }) => isName || !parts.has(word));
}

const READERS = {
  observation: observationsAmong,
  summary: summariesAmong,
  prompt: promptsAmong,
  memory: memoriesAmong,
};

/** 0 for a text that has too few of the words, or words that may have met by chance. */
function measureRelevance(
  { terms, texts }: Pick<Candidates, "terms" | "texts">,
  asked: readonly PromptTerm[],
  minScore: number,
): (candidate: Pick<Candidate, "bits" | "weight">) => number {
  const wanted = terms.filter(
    ({ isCommon, documents, tokens }) => !isCommon && (documents > 0 || tokens.length === 1),
  );
  const heaviest = wanted.map(({ weight }) => weight).toSorted((a, b) => b - a);
  const full = heaviest.slice(0, MAX_WEIGHED_TERMS).reduce((sum, weight) => sum + weight, 0);
  const minWeight = Math.max(minScore * full, Math.log(texts + EXTRA_TEXTS) + CHANCE_MARGIN);
  const maxWithName = Math.max(1, Math.min(MAX_TEXTS_WITH_NAME, texts * MAX_SHARE_WITH_NAME));
  const isRareName = ({ documents }: WeighedTerm, n: number) =>
    asked[n]?.isName === true && documents > 0 && documents <= maxWithName;
  const rareNames = terms.reduce((bits, term, n) => (isRareName(term, n) ? bits | (1 << n) : bits), 0);
  const workflow = asked.reduce((bits, { isWorkflow }, n) => (isWorkflow ? bits | (1 << n) : bits), 0);
  return ({ bits, weight }) => {
    const isEnough = bits & (bits - 1) && bits & ~workflow && weight >= minWeight;
    return isEnough || bits & rareNames ? Math.min(1, weight / full) : 0;
  };
}
