import type { Store } from "../../store/open.ts";

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
export function commonAmong(store: Store, terms: readonly string[]): Map<string, number> {
  const rows = store
    .query("SELECT term, documents FROM common_terms WHERE term IN (SELECT value FROM json_each($terms))")
    .all({ terms: JSON.stringify(terms) }) as TermCount[];
  return new Map(rows.map(({ term, documents }) => [term, documents]));
}
