// Finds recorded work that has the words of a prompt. Reads a bounded list of rows for each word: ranking in the full-text
// index itself looks at the length of every row it meets, which takes ten times as long.
import { commonTermCounts } from "../../recording/observations/common-terms.ts";
import { newestObservationId } from "../../recording/observations/observations.ts";
import type { Store } from "../../store/open.ts";
import { memoriesAmong, recallPrior } from "./memory-items.ts";
import { pickTerms, type Term } from "./pick-terms.ts";
import { newestId, observationsAmong, type RecallRow, rowsWithWord, sessionsAmong } from "./recall-rows.ts";

export interface Posting {
  term: string;
  /** The newest items with the term. */
  items: readonly number[];
  /** How many items have it in all. */
  documents: number;
}

interface RankedItem {
  item: number;
  /** From 0 to 1. */
  score: number;
  terms: string[];
}

/** A long prompt need not match in all its words. */
const MAX_WEIGHED_TERMS = 6;

/** Added to the number of items: in a small store every word would seem rarer than it is. */
const EXTRA_ITEMS = 50;

/** Words that may meet by chance say nothing: if words were spread evenly, fewer than 1/e items would have these. */
const CHANCE_MARGIN = 1;

export interface RecallQuery {
  /** The session that gets the items: its own work is no news to it. */
  sessionId: string;
  projectKey: string;
  prompt: string;
  /** From 0 to 1. */
  minScore: number;
}

export interface RecallHit extends RecallRow {
  score: number;
  terms: string[];
}

/** A word that more observations have is too common to say anything. */
const MAX_DOCUMENTS = 1000;
const MAX_DOCUMENT_SHARE = 1 / 200;
const MAX_TERMS = 10;
/** The newest rows of a word. */
const MAX_POSTINGS = 1000;
/** Enough to find what is rare; a prompt of common words must not take long. */
const MAX_ROWS = 4000;
/** The best of the whole store, which are then filtered by project. */
const MAX_CANDIDATES = 400;

/** Of this project, not of the session itself, and nothing it was given before. */
export function findItems(store: Store, query: RecallQuery): { terms: string[]; items: RecallHit[] } {
  const recorded = newestObservationId(store);
  const terms = rarestTerms(store, pickTerms(query.prompt), recorded);
  if (terms.length < 2) return { terms: [], items: [] };
  const uncounted = terms.map((term) => ({ ...term, documents: 0 }));
  const observations = rank(store, "observation", terms, recorded, query.minScore);
  const sessions = rank(store, "session", uncounted, newestId(store, "session_summaries"), query.minScore);
  const memories = rank(store, "memory", uncounted, newestId(store, "memories"), query.minScore);
  const now = Date.now();
  const items = [
    ...join(observations, (ids) => observationsAmong(store, { ids, ...query })),
    ...join(sessions, (ids) => sessionsAmong(store, { ids, ...query })),
    // The score of a memory also depends on its category, its age, and whether it was of use.
    ...join(memories, (ids) => memoriesAmong(store, { ids, ...query })).map((memory) => ({
      ...memory,
      score: Math.min(1, memory.score * recallPrior(memory, now)),
    })),
  ];
  return { terms: terms.map(({ word }) => word), items };
}

interface CountedTerm extends Term {
  /** How many observations have it, if that is many; else 0. */
  documents: number;
}

/** Drops words that are too common. Of the others the rarest, as far as that is known, else the longest. */
function rarestTerms(store: Store, terms: readonly Term[], recorded: number): CountedTerm[] {
  if (terms.length < 2) return [];
  const common = commonTermCounts(
    store,
    terms.map(({ stem }) => stem),
  );
  const max = Math.max(MAX_DOCUMENTS, recorded * MAX_DOCUMENT_SHARE);
  return terms
    .map((term) => ({ ...term, documents: common.get(term.stem) ?? 0 }))
    .filter(({ documents }) => documents <= max)
    .sort((a, b) => a.documents - b.documents || b.word.length - a.word.length)
    .slice(0, MAX_TERMS);
}

function rank(
  store: Store,
  source: RecallRow["source"],
  terms: readonly CountedTerm[],
  recorded: number,
  minScore: number,
): RankedItem[] {
  if (recorded === 0) return [];
  const postings: Posting[] = [];
  let rows = 0;
  for (const { word, documents } of terms) {
    const items = rowsWithWord(store, source, word, MAX_POSTINGS);
    postings.push({ term: word, items, documents: Math.max(documents, items.length) });
    rows += items.length;
    if (rows > MAX_ROWS) break;
  }
  return rankItems(postings, recorded, minScore).slice(0, MAX_CANDIDATES);
}

function join<Row extends RecallRow>(
  ranked: readonly RankedItem[],
  read: (ids: number[]) => Row[],
): (Row & RecallHit)[] {
  if (ranked.length === 0) return [];
  const byId = new Map(ranked.map((one) => [one.item, one]));
  return read([...byId.keys()]).flatMap((row) => {
    const one = byId.get(row.id);
    return one ? [{ ...row, score: one.score, terms: one.terms }] : [];
  });
}

/** At most 30 postings. */
export function rankItems(postings: readonly Posting[], recorded: number, minScore: number): RankedItem[] {
  const weights = postings.map(({ documents }) => weigh(documents, recorded));
  const heaviest = weights.toSorted((a, b) => b - a).slice(0, MAX_WEIGHED_TERMS);
  const fullWeight = heaviest.reduce((sum, weight) => sum + weight, 0);
  const minWeight = Math.max(minScore * fullWeight, Math.log(recorded + EXTRA_ITEMS) + CHANCE_MARGIN);
  // One bit per term: thousands of items pass here, and few remain.
  const found = new Map<number, number>();
  for (const [n, { items }] of postings.entries()) {
    for (const item of items) found.set(item, (found.get(item) ?? 0) | (1 << n));
  }
  // Items with the same terms have the same score.
  const scores = new Map<number, Omit<RankedItem, "item"> | null>();
  const ranked: RankedItem[] = [];
  for (const [item, bits] of found) {
    let scored = scores.get(bits);
    if (scored === undefined) {
      scored = score(bits, postings, weights, fullWeight, minWeight);
      scores.set(bits, scored);
    }
    if (scored !== null) ranked.push({ item, score: scored.score, terms: scored.terms });
  }
  return ranked.sort((a, b) => b.score - a.score || b.item - a.item);
}

/** null when the item has too few of the words. */
function score(
  bits: number,
  postings: readonly Posting[],
  weights: readonly number[],
  fullWeight: number,
  minWeight: number,
): Omit<RankedItem, "item"> | null {
  const has = postings.map((_, n) => n).filter((n) => bits & (1 << n));
  const weight = has.reduce((sum, n) => sum + (weights[n] ?? 0), 0);
  // A single term may be chance.
  if (has.length < 2 || weight < minWeight) return null;
  return { score: Math.min(1, weight / fullWeight), terms: has.map((n) => postings[n]?.term ?? "") };
}

/** The rarity of bm25; never below zero. */
function weigh(documents: number, recorded: number): number {
  const all = Math.max(recorded, documents) + EXTRA_ITEMS;
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}
