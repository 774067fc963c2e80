// Finds observations, prompts and summaries by their words, best first.
import type { Store } from "../../store/open.ts";
import { anyOf, isStopWord, queryWords } from "../../text/query-words.ts";

export interface SearchFilter {
  /** An FTS5 expression: see `matchExpressions`. */
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
  /** JSON list of paths. */
  files: string;
  session_id: string;
  project_key: string | null;
  at: number;
  /** Smaller is better. */
  rank: number;
}

export const HIT_START = "\u0001";
export const HIT_END = "\u0002";

/** To be tried in order: with all "phrases in quotes", then any of the words. Nothing of it is taken for syntax. */
export function matchExpressions(query: string): string[] {
  const phrases = [...query.matchAll(/"([^"]+)"/g)]
    .map(([, phrase = ""]) => phrase)
    .filter((phrase) => /[\p{L}\p{N}]/u.test(phrase))
    .slice(0, MAX_PHRASES);
  const words = queryWords(query.replace(/"[^"]+"/g, " "));
  if (phrases.length === 0) return words.length === 0 ? [] : [anyOf(words)];
  const any = anyOf([...phrases, ...words.filter((word) => !isStopWord(word))]);
  return [`${phrases.map((phrase) => anyOf([phrase])).join(" AND ")} AND (${any})`, any];
}

export function searchStore(store: Store, filter: SearchFilter): SearchHit[] {
  const hits = [OBSERVATIONS, PROMPTS, SUMMARIES].flatMap(
    (sql) => store.query(sql).all({ ...filter }) as SearchHit[],
  );
  return hits.toSorted((a, b) => a.rank - b.rank || b.at - a.at || a.id - b.id).slice(0, filter.limit);
}

const MAX_PHRASES = 16;

/** Excerpts are made of the best only: making one takes far longer than ranking a row. */
const excerptOf = (index: string) => `snippet(${index}, -1, char(1), char(2), '…', 24) AS excerpt`;

const OBSERVATIONS = `WITH best AS (
    SELECT o.id, bm25(observations_fts, 4.0, 1.0, 2.0) AS rank
    FROM observations_fts JOIN observations o ON o.id = observations_fts.rowid
    WHERE observations_fts MATCH $match AND ($projectKey IS NULL OR o.project_key = $projectKey)
      AND ($kind IS NULL OR o.kind = $kind) AND o.at >= $since
    ORDER BY rank, o.at DESC, o.id LIMIT $limit)
  SELECT 'observation' AS source, o.id, o.kind, o.title, ${excerptOf("observations_fts")}, o.files, o.session_id,
    o.project_key, o.at, best.rank
  FROM best CROSS JOIN observations_fts ON observations_fts.rowid = best.id JOIN observations o ON o.id = best.id
  WHERE observations_fts MATCH $match`;

const PROMPTS = `WITH best AS (
    SELECT p.id, s.project_key, bm25(prompts_fts) AS rank
    FROM prompts_fts JOIN prompts p ON p.id = prompts_fts.rowid LEFT JOIN sessions s ON s.session_id = p.session_id
    WHERE prompts_fts MATCH $match AND ($projectKey IS NULL OR s.project_key = $projectKey)
      AND ($kind IS NULL OR $kind = 'prompt') AND p.at >= $since AND p.indexed = 1
    ORDER BY rank, p.at DESC, p.id LIMIT $limit)
  SELECT 'prompt' AS source, p.id, 'prompt' AS kind, substr(p.text, 1, 140) AS title, ${excerptOf("prompts_fts")},
    '[]' AS files, p.session_id, best.project_key, p.at, best.rank
  FROM best CROSS JOIN prompts_fts ON prompts_fts.rowid = best.id JOIN prompts p ON p.id = best.id
  WHERE prompts_fts MATCH $match`;

const SUMMARIES = `WITH best AS (
    SELECT m.id, bm25(session_summaries_fts, 2.0, 1.0) AS rank
    FROM session_summaries_fts JOIN session_summaries m ON m.id = session_summaries_fts.rowid
    WHERE session_summaries_fts MATCH $match AND ($projectKey IS NULL OR m.project_key = $projectKey)
      AND ($kind IS NULL OR $kind = 'summary') AND m.at >= $since
    ORDER BY rank, m.at DESC, m.id LIMIT $limit)
  SELECT 'summary' AS source, m.id, 'summary' AS kind, substr(m.request, 1, 140) AS title,
    ${excerptOf("session_summaries_fts")}, '[]' AS files, m.session_id, m.project_key, m.at, best.rank
  FROM best CROSS JOIN session_summaries_fts ON session_summaries_fts.rowid = best.id
    JOIN session_summaries m ON m.id = best.id
  WHERE session_summaries_fts MATCH $match`;
