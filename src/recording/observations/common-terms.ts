import { readMeta, writeMeta } from "../../store/meta.ts";
import type { Store } from "../../store/open.ts";
import { inMemoryTransaction } from "../../store/transaction.ts";
import { newestObservationId } from "./observations.ts";

const KEY = "common_terms_counted";

/** A word that fewer observations have is looked for without asking. */
const MIN_DOCUMENTS = 200;

/** Counted anew when the store has grown by this share. */
const GROWTH = 1.1;

export interface TermCount {
  /** As the index has it: lower case, without its ending. */
  term: string;
  documents: number;
}

/** Words of the index that at least so many observations have. Takes time in proportion to the index. */
export function termCounts(store: Store, atLeast: number): TermCount[] {
  store.run(
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.observation_terms USING fts5vocab('memory', 'observations_fts', 'row')",
  );
  return store
    .query("SELECT term, doc AS documents FROM temp.observation_terms WHERE doc >= $atLeast")
    .all({ atLeast }) as TermCount[];
}

export function replaceCommonTerms(store: Store, terms: readonly TermCount[]): void {
  store.run("DELETE FROM common_terms");
  const insert = store.query("INSERT INTO common_terms (term, documents) VALUES ($term, $documents)");
  for (const { term, documents } of terms) insert.run({ term, documents });
}

/** How many observations have each of these terms, where that is many. */
export function commonTermCounts(store: Store, terms: readonly string[]): Map<string, number> {
  const rows = store
    .query("SELECT term, documents FROM common_terms WHERE term IN (SELECT value FROM json_each($terms))")
    .all({ terms: JSON.stringify(terms) }) as TermCount[];
  return new Map(rows.map(({ term, documents }) => [term, documents]));
}

// Words that stand in so many observations that looking for them tells nothing and takes long. Counting them reads the
// whole index: never on the way of a hook.
/** True when the words were counted. */
export function refreshCommonTerms(store: Store): boolean {
  const newest = newestObservationId(store);
  const counted = Number(readMeta(store, KEY) ?? 0);
  // Fewer than when they were counted: something was forgotten.
  if (newest < MIN_DOCUMENTS || (newest >= counted && newest < counted * GROWTH)) return false;
  const terms = termCounts(store, MIN_DOCUMENTS);
  inMemoryTransaction(store, () => replaceCommonTerms(store, terms));
  writeMeta(store, KEY, String(newest));
  return true;
}
