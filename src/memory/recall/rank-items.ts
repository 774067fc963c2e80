// Which recorded items a prompt is about. Pure. An item's score is the share of the prompt's telling words, by weight,
// that it has. The weight of a word is its rarity, as in bm25, but the score does not depend on how much is recorded:
// one floor fits a store of ten observations and one of a million.

export interface Posting {
  term: string;
  /** The newest items that have the term. */
  items: readonly number[];
  /** How many have it in all. */
  documents: number;
}

export interface RankedItem {
  item: number;
  /** From 0 to 1. */
  score: number;
  terms: string[];
}

/** A long prompt need not be matched in all its words. */
const HEAVIEST = 6;
/** In a young store a word that is not there yet would seem rarer than it is: as if this much more were recorded. */
const YOUNG = 50;
/** Words that may meet by chance tell nothing: of all items, fewer than 1/e would have these if words were strewn. */
const BEYOND_CHANCE = 1;

/** At most 30 postings. */
export function rankItems(postings: readonly Posting[], recorded: number, floor: number): RankedItem[] {
  const weights = postings.map(({ documents }) => weigh(documents, recorded));
  const whole = weights.toSorted((a, b) => b - a).slice(0, HEAVIEST);
  const most = whole.reduce((sum, weight) => sum + weight, 0);
  const least = Math.max(floor * most, Math.log(recorded + YOUNG) + BEYOND_CHANCE);
  // One bit a term: thousands of items pass here, and few of them stay.
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
      scored = score(bits, postings, weights, most, least);
      scores.set(bits, scored);
    }
    if (scored !== null) ranked.push({ item, score: scored.score, terms: scored.terms });
  }
  return ranked.sort((a, b) => b.score - a.score || b.item - a.item);
}

/** null when it is not enough. */
function score(
  bits: number,
  postings: readonly Posting[],
  weights: readonly number[],
  most: number,
  least: number,
): Omit<RankedItem, "item"> | null {
  const has = postings.map((_, n) => n).filter((n) => bits & (1 << n));
  const weight = has.reduce((sum, n) => sum + (weights[n] ?? 0), 0);
  // A single term is chance.
  if (has.length < 2 || weight < least) return null;
  return { score: Math.min(1, weight / most), terms: has.map((n) => postings[n]?.term ?? "") };
}

/** The rarity of bm25; never below zero. */
function weigh(documents: number, recorded: number): number {
  const all = Math.max(recorded, documents) + YOUNG;
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}
