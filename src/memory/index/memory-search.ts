// Searches the memory index by words or parts of words.
import { findAllCandidates, rankTexts } from "../../recording/search/rank-texts.ts";
import { textsWithParts } from "../../recording/search/texts.ts";
import type { Store } from "../../store/open.ts";
import { queryParts, queryWords, toTerms } from "../../text/query-words.ts";
import { type MemoryFilter, SOURCE_OF_M, type SourcedRow } from "./memories.ts";

/** More than are shown: the best by whole words need not be the best once their repeats and lengths count. */
const MIN_POOL = 200;

export interface MemoryHit extends SourcedRow {
  /** Larger is better. */
  score: number;
  allWords: boolean;
  injected: number;
  used: number;
}

export interface MemoryQuery extends MemoryFilter {
  text: string;
}

/** Searches by words, then by parts of words if no word is found. null when there is nothing to search for. */
export function searchMemoryText(store: Store, query: MemoryQuery): MemoryHit[] | null {
  const terms = toTerms(queryWords(query.text));
  if (terms.length === 0) return null;
  const { projectKey, limit } = query;
  const candidates = findAllCandidates(store, { terms, projectKey, sources: ["memory"] });
  // More than the limit, because each work tree may have a copy.
  const ranked = rankTexts(store, candidates, Math.max(MIN_POOL, 4 * limit), (_, ids) =>
    readHits(store, ids, query),
  );
  const hits = withoutCopies(
    ranked.map(({ row, score, hasAllTerms }) => ({ ...row, score, allWords: hasAllTerms })),
  );
  return (hits.length > 0 ? hits : withoutCopies(searchParts(store, query))).slice(0, limit);
}

function searchParts(store: Store, query: MemoryQuery): MemoryHit[] {
  const parts = queryParts(query.text);
  if (parts.length === 0) return [];
  const found = new Map(
    textsWithParts(store, "memory", parts, query.projectKey).map((one) => [one.id, one.found / parts.length]),
  );
  return readHits(store, [...found.keys()], query)
    .map((row) => ({ ...row, score: found.get(row.id) ?? 0, allWords: false }))
    .toSorted((a, b) => b.score - a.score || b.updated_at - a.updated_at || a.id - b.id);
}

function readHits(
  store: Store,
  ids: readonly number[],
  { projectKey, status, category }: MemoryQuery,
): Omit<MemoryHit, "score" | "allWords">[] {
  // CROSS JOIN keeps the ids first: otherwise SQLite would scan all memories of the project.
  return store
    .query(
      `SELECT m.*, ${SOURCE_OF_M} AS source, coalesce(u.injected, 0) AS injected, coalesce(u.used, 0) AS used
       FROM json_each($ids) j CROSS JOIN memories m ON m.id = j.value
       LEFT JOIN memory_usage u ON u.project_key = m.project_key AND u.memory_id = m.memory_id
       WHERE m.project_key IN ($projectKey, '') AND ($status IS NULL OR m.status = $status)
         AND ($category IS NULL OR m.category = $category)`,
    )
    .all({ ids: JSON.stringify(ids), projectKey, status, category }) as Omit<
    MemoryHit,
    "score" | "allWords"
  >[];
}

function withoutCopies(hits: readonly MemoryHit[]): MemoryHit[] {
  const byId = new Map<string, MemoryHit>();
  for (const hit of hits) {
    const key = `${hit.project_key}\0${hit.memory_id}`;
    if (!byId.has(key)) byId.set(key, hit);
  }
  return [...byId.values()];
}
