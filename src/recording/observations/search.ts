// Finds observations, prompts and summaries by their words, best first.
import type { Store } from "../../store/open.ts";

export interface SearchFilter {
  /** An expression of FTS5: see `matchExpression`. */
  match: string;
  projectKey: string | null;
  /** A kind of observation, "prompt" or "summary"; null for all. */
  kind: string | null;
  since: number;
  limit: number;
}

export interface SearchHit {
  source: "observation" | "prompt" | "summary";
  id: number;
  kind: string;
  title: string;
  /** The words found stand between HIT_START and HIT_END. */
  excerpt: string;
  /** JSON: paths. */
  files: string;
  session_id: string;
  project_key: string | null;
  at: number;
  /** Smaller is better. */
  rank: number;
}

export const HIT_START = "\u0001";
export const HIT_END = "\u0002";

const EXCERPT = "char(1), char(2), '…', 24";

const OBSERVATIONS = `SELECT 'observation' AS source, o.id, o.kind, o.title,
    snippet(observations_fts, -1, ${EXCERPT}) AS excerpt, o.files, o.session_id, o.project_key, o.at,
    bm25(observations_fts, 4.0, 1.0, 2.0) AS rank
  FROM observations_fts JOIN observations o ON o.id = observations_fts.rowid
  WHERE observations_fts MATCH $match AND ($projectKey IS NULL OR o.project_key = $projectKey)
    AND ($kind IS NULL OR o.kind = $kind) AND o.at >= $since
  ORDER BY rank LIMIT $limit`;

const PROMPTS = `SELECT 'prompt' AS source, p.id, 'prompt' AS kind, substr(p.text, 1, 140) AS title,
    snippet(prompts_fts, -1, ${EXCERPT}) AS excerpt, '[]' AS files, p.session_id, s.project_key, p.at,
    bm25(prompts_fts) AS rank
  FROM prompts_fts JOIN prompts p ON p.id = prompts_fts.rowid LEFT JOIN sessions s ON s.session_id = p.session_id
  WHERE prompts_fts MATCH $match AND ($projectKey IS NULL OR s.project_key = $projectKey)
    AND ($kind IS NULL OR $kind = 'prompt') AND p.at >= $since AND p.indexed = 1
  ORDER BY rank LIMIT $limit`;

const SUMMARIES = `SELECT 'summary' AS source, m.id, 'summary' AS kind, substr(m.request, 1, 140) AS title,
    snippet(session_summaries_fts, -1, ${EXCERPT}) AS excerpt, '[]' AS files, m.session_id, m.project_key, m.at,
    bm25(session_summaries_fts, 2.0, 1.0) AS rank
  FROM session_summaries_fts JOIN session_summaries m ON m.id = session_summaries_fts.rowid
  WHERE session_summaries_fts MATCH $match AND ($projectKey IS NULL OR m.project_key = $projectKey)
    AND ($kind IS NULL OR $kind = 'summary') AND m.at >= $since
  ORDER BY rank LIMIT $limit`;

export function searchStore(store: Store, filter: SearchFilter): SearchHit[] {
  const hits = [OBSERVATIONS, PROMPTS, SUMMARIES].flatMap(
    (sql) => store.query(sql).all({ ...filter }) as SearchHit[],
  );
  return hits.toSorted((a, b) => a.rank - b.rank || b.at - a.at || a.id - b.id).slice(0, filter.limit);
}

/** Words and "phrases in quotes"; nothing of it is taken for syntax. null when there is no word in it. */
export function matchExpression(query: string, join: "AND" | "OR"): string | null {
  const terms = [...query.matchAll(/"([^"]+)"|([\p{L}\p{N}_]+)/gu)]
    .map((match) => match[1] ?? match[2] ?? "")
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .slice(0, 32);
  if (terms.length === 0) return null;
  return terms.map((term) => `"${term.replaceAll('"', "")}"`).join(` ${join} `);
}
