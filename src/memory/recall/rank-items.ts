// Ranks recorded items by the words they share with a prompt. Pure. The score is the share of the prompt's words, by weight,
// that an item has. A word's weight is its rarity, as in bm25, but the score does not depend on how much is recorded: one
// minimum fits a store of ten observations and one of a million.

export interface Posting {
  term: string;
  /** The newest items with the term. */
  items: readonly number[];
  /** How many items have it in all. */
  documents: number;
}

export interface RankedItem {
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
