// Words that so many observations have that searching for them finds nothing useful and takes long.
import { readMeta, writeMeta } from "../../store/meta.ts";
import type { Store } from "../../store/open.ts";
import { inMemoryTransaction } from "../../store/open.ts";
import { newestObservationId } from "./observations.ts";

interface TermCount {
  /** As in the index: lower case, stemmed. */
  term: string;
  documents: number;
}

const COUNTED_KEY = "common_terms_counted";
/** Below this a word is not common. */
const MIN_DOCUMENTS = 200;
/** Terms are counted again when the store has grown by this factor. */
const GROWTH = 1.1;

/** How many observations have each of these terms, for those that are common. */
export function commonTermCounts(store: Store, terms: readonly string[]): Map<string, number> {
  const rows = store
    .query("SELECT term, documents FROM common_terms WHERE term IN (SELECT value FROM json_each($terms))")
    .all({ terms: JSON.stringify(terms) }) as TermCount[];
  return new Map(rows.map(({ term, documents }) => [term, documents]));
}

/** Returns true when the terms were counted. Reads the whole index: never in a hook. */
export function refreshCommonTerms(store: Store): boolean {
  const newest = newestObservationId(store);
  const counted = Number(readMeta(store, COUNTED_KEY) ?? 0);
  // Fewer than at the last count: something was forgotten.
  const isCurrent = newest >= counted && newest < counted * GROWTH;
  if (newest < MIN_DOCUMENTS || isCurrent) return false;
  const terms = countTerms(store);
  inMemoryTransaction(store, () => replaceCommonTerms(store, terms));
  writeMeta(store, COUNTED_KEY, String(newest));
  return true;
}

function countTerms(store: Store): TermCount[] {
  store.run(
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.observation_terms USING fts5vocab('memory', 'observations_fts', 'row')",
  );
  return store
    .query("SELECT term, doc AS documents FROM temp.observation_terms WHERE doc >= $min")
    .all({ min: MIN_DOCUMENTS }) as TermCount[];
}

function replaceCommonTerms(store: Store, terms: readonly TermCount[]): void {
  store.run("DELETE FROM common_terms");
  const insert = store.query("INSERT INTO common_terms (term, documents) VALUES ($term, $documents)");
  for (const { term, documents } of terms) insert.run({ term, documents });
}
