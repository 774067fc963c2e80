// Finds memories by their words, or by parts of words, with what is known of their use.

import type { Store } from "../../store/open.ts";
import { anyOf, queryParts, queryWords } from "../../text/query-words.ts";
import type { MemoryRow } from "./memories.ts";

type TextQuery = Omit<MemoryQuery, "match"> & { text: string };

const POOL = 100;

/** How fast a place loses weight. */
const DAMPING = 10;

export interface MemoryHit extends MemoryRow {
  /** Larger is better. */
  score: number;
  injected: number;
  used: number;
}

export interface MemoryQuery {
  /** An expression of FTS5. */
  match: string;
  projectKey: string;
  status: string | null;
  category: string | null;
  limit: number;
}

/** What the title says counts most, then what was named as a tag. */
const WEIGHTS = "1.5, 1.2, 1.0";

/** Whole rows are read of the best only. */
const select = (index: string) => `SELECT m.*, -best.score AS score, coalesce(u.injected, 0) AS injected,
    coalesce(u.used, 0) AS used
  FROM (SELECT f.rowid AS id, f.score FROM
      (SELECT rowid, bm25(${index}, ${WEIGHTS}) AS score FROM ${index} WHERE ${index} MATCH $match) f
      JOIN memories k ON k.id = f.rowid
      WHERE k.project_key IN ($projectKey, '') AND ($status IS NULL OR k.status = $status)
        AND ($category IS NULL OR k.category = $category)
      ORDER BY f.score, k.updated_at DESC, f.rowid LIMIT $most) best
  JOIN memories m ON m.id = best.id
  LEFT JOIN memory_usage u ON u.project_key = m.project_key AND u.memory_id = m.memory_id
  ORDER BY best.score, m.updated_at DESC, m.id`;
const BY_WORDS = select("memories_fts");
const BY_PARTS = select("memories_parts_fts");

/** Of the project or the person, in use. To look into the index of words takes longer than to see that it is empty. */
export function hasMemories(store: Store, projectKey: string): boolean {
  const row = store
    .query("SELECT 1 FROM memories WHERE project_key IN ($projectKey, '') AND status = 'active' LIMIT 1")
    .get({ projectKey });
  return row !== null;
}

/** Words, whatever their endings. */
export function searchMemories(store: Store, query: MemoryQuery): MemoryHit[] {
  return ask(store, BY_WORDS, query);
}

/** Three characters in a row are enough: parts of a name, and scripts that set no spaces. */
export function searchMemoryParts(store: Store, query: MemoryQuery): MemoryHit[] {
  return ask(store, BY_PARTS, query);
}

function ask(store: Store, sql: string, query: MemoryQuery): MemoryHit[] {
  // Twice as many: work trees may have a copy each.
  const rows = store.query(sql).all({ ...query, most: query.limit * 2 }) as MemoryHit[];
  const seen = new Set<string>();
  const once = rows.filter(({ project_key, memory_id }) => {
    const name = `${project_key}\0${memory_id}`;
    return seen.has(name) ? false : seen.add(name);
  });
  return once.slice(0, query.limit);
}

// The search that people and scripts use: two rankings, by words and by parts of words, joined by their places. On our
// own sets this found 2 to 3 in 100 more among the first ten than words alone; see docs/memory.md.
/** null when there is nothing to look for. */
export function searchMemoryText(store: Store, { text, ...query }: TextQuery): MemoryHit[] | null {
  const words = anyOf(queryWords(text));
  if (words === null) return null;
  const parts = anyOf(queryParts(text));
  const limit = Math.max(POOL, query.limit);
  const byWords = searchMemories(store, { ...query, match: words, limit });
  const byParts = parts === null ? [] : searchMemoryParts(store, { ...query, match: parts, limit });
  return join(byWords, byParts).slice(0, query.limit);
}

function join(...rankings: readonly MemoryHit[][]): MemoryHit[] {
  const joined = new Map<number, MemoryHit>();
  for (const ranking of rankings) {
    for (const [place, hit] of ranking.entries()) {
      const score = (joined.get(hit.id)?.score ?? 0) + 1 / (DAMPING + place);
      joined.set(hit.id, { ...hit, score });
    }
  }
  return [...joined.values()].toSorted(
    (a, b) => b.score - a.score || b.updated_at - a.updated_at || a.id - b.id,
  );
}
