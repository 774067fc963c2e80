// Finds memories in the index by words, or by parts of words, with how often they were used.
import type { Store } from "../../store/open.ts";
import { anyOf, hasUnspacedScript, queryParts, queryWords } from "../../text/query-words.ts";
import type { MemoryRow } from "./memories.ts";

export interface MemoryHit extends MemoryRow {
  /** Larger is better. */
  score: number;
  injected: number;
  used: number;
}

export interface MemoryQuery {
  /** An FTS5 expression. */
  match: string;
  projectKey: string;
  status: string | null;
  category: string | null;
  limit: number;
}

/** Of title, tags and body. */
const WEIGHTS = "1.5, 1.2, 1.0";
/** Rows that are ranked before they are filtered, for each hit wanted. */
const POOL_FACTOR = 20;
/** The larger, the less a high rank counts. */
const RANK_DAMPING = 10;

/** Whether any is active. Faster than a search in the full-text index that finds nothing. */
export function hasMemories(store: Store, projectKey: string): boolean {
  const row = store
    .query("SELECT 1 FROM memories WHERE project_key IN ($projectKey, '') AND status = 'active' LIMIT 1")
    .get({ projectKey });
  return row !== null;
}

/** By words, whatever their endings. */
export function searchMemories(store: Store, query: MemoryQuery): MemoryHit[] {
  return searchIndex(store, "memories_fts", query);
}

export type TextQuery = Omit<MemoryQuery, "match"> & { text: string };

/**
 * By words; by parts of words (three characters in a row) too where a script has no spaces, and instead where no word is
 * found. null when there is nothing to search for.
 */
export function searchMemoryText(store: Store, { text, ...query }: TextQuery): MemoryHit[] | null {
  const words = queryWords(text);
  if (words.length === 0) return null;
  const hits = searchWords(store, words, query);
  if (hits.length > 0 && !hasUnspacedScript(text)) return hits;
  const parts = queryParts(text);
  if (parts.length === 0) return hits;
  const byParts = searchIndex(store, "memories_parts_fts", { ...query, match: anyOf(parts) });
  return mergeRankings([hits, byParts]).slice(0, query.limit);
}

/** First without common words: bm25 gives them next to no weight, and ranking all their rows takes longest. */
function searchWords(store: Store, words: readonly string[], query: Omit<MemoryQuery, "match">): MemoryHit[] {
  const rare = withoutCommonWords(store, words);
  const hits = rare.length === 0 ? [] : searchMemories(store, { ...query, match: anyOf(rare) });
  if (hits.length === query.limit || rare.length === words.length) return hits;
  return searchMemories(store, { ...query, match: anyOf(words) });
}

/** Without words that more than half of all memories have. */
function withoutCommonWords(store: Store, words: readonly string[]): string[] {
  const { max } = store.query("SELECT max(id) / 2 AS max FROM memories").get() as { max: number };
  const count = store.query("SELECT count(*) AS n FROM memories_fts WHERE memories_fts MATCH $match");
  return words.filter((word) => (count.get({ match: anyOf([word]) }) as { n: number }).n <= max);
}

/** Reads rows of the best only: reading all rows with a common word takes most of the time. */
function searchIndex(store: Store, index: FullTextIndex, query: MemoryQuery): MemoryHit[] {
  const pool = POOL_FACTOR * query.limit;
  const best = rank(store, index, query.match, pool);
  const hits = readHits(store, best, query);
  if (hits.length === query.limit || best.length < pool) return hits;
  // The best of the whole store are of other projects.
  return readHits(store, rank(store, index, query.match, -1), query);
}

type FullTextIndex = "memories_fts" | "memories_parts_fts";

interface RankedRow {
  id: number;
  /** Smaller is better. */
  score: number;
}

function rank(store: Store, index: FullTextIndex, match: string, max: number): RankedRow[] {
  return store
    .query(
      `SELECT rowid AS id, bm25(${index}, ${WEIGHTS}) AS score FROM ${index} WHERE ${index} MATCH $match
       ORDER BY score, id LIMIT $max`,
    )
    .all({ match, max }) as RankedRow[];
}

function readHits(
  store: Store,
  ranked: readonly RankedRow[],
  { projectKey, status, category, limit }: MemoryQuery,
): MemoryHit[] {
  // The ranked ids come first in the join: SQLite would go through all memories of the project instead.
  const rows = store
    .query(
      `SELECT m.*, -(j.value ->> 'score') AS score, coalesce(u.injected, 0) AS injected, coalesce(u.used, 0) AS used
       FROM json_each($ranked) j CROSS JOIN memories m ON m.id = j.value ->> 'id'
       LEFT JOIN memory_usage u ON u.project_key = m.project_key AND u.memory_id = m.memory_id
       WHERE m.project_key IN ($projectKey, '') AND ($status IS NULL OR m.status = $status)
         AND ($category IS NULL OR m.category = $category)
       ORDER BY score DESC, m.updated_at DESC, m.id LIMIT $max`,
    )
    // Twice as many, as each work tree may have a copy.
    .all({ ranked: JSON.stringify(ranked), projectKey, status, category, max: limit * 2 }) as MemoryHit[];
  return withoutCopies(rows).slice(0, limit);
}

function withoutCopies(hits: readonly MemoryHit[]): MemoryHit[] {
  const byId = new Map<string, MemoryHit>();
  for (const hit of hits) {
    const key = `${hit.project_key}\0${hit.memory_id}`;
    if (!byId.has(key)) byId.set(key, hit);
  }
  return [...byId.values()];
}

/** By rank, as the scores of two indexes cannot be compared. */
function mergeRankings(rankings: readonly MemoryHit[][]): MemoryHit[] {
  const merged = new Map<number, MemoryHit>();
  for (const ranking of rankings) {
    for (const [rank, hit] of ranking.entries()) {
      const score = (merged.get(hit.id)?.score ?? 0) + 1 / (RANK_DAMPING + rank);
      merged.set(hit.id, { ...hit, score });
    }
  }
  return [...merged.values()].toSorted(
    (a, b) => b.score - a.score || b.updated_at - a.updated_at || a.id - b.id,
  );
}
