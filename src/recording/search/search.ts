// `holdfast search` and the search of the dashboard: observations, prompts and summaries, best first.
import { inSnapshot, type Store } from "../../store/open.ts";
import { clipAtWord } from "../../text/clip.ts";
import { rootOf } from "../../text/irregular-words.ts";
import {
  findPartWith,
  hasUnspacedScript,
  isStopWord,
  partsOfNames,
  queryParts,
  queryWords,
  type Term,
  tokensOf,
  toTerms,
} from "../../text/query-words.ts";
import { findAllCandidates, rankTexts, type TextCandidates } from "./rank-texts.ts";
import { readTexts, type TextSource, textsWithParts } from "./texts.ts";

export interface SearchFilter {
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
  /** Matching words stand between HIT_START and HIT_END. */
  excerpt: string;
  /** JSON list of paths. */
  files: string;
  session_id: string;
  project_key: string | null;
  at: number;
  /** Larger is better. */
  score: number;
  /** It has all words of the query. */
  allWords: boolean;
}

/** Said of results none of which has them. */
export const NOT_ALL_WORDS = "None of these has all the words.";

export const HIT_START = "\u0001";
export const HIT_END = "\u0002";

const SOURCES: readonly TextSource[] = ["observation", "summary", "prompt"];
const MAX_PHRASES = 16;
/** More than are shown: the best by their own words need not be the best once their sessions count. */
const MIN_POOL = 50;

/** null when there is no word to search for. A hit must have all "phrases in quotes", unless no text has them. */
export function searchStore(store: Store, query: string, filter: SearchFilter): SearchHit[] | null {
  const phrases = phrasesIn(query);
  const words = toTerms(queryWords(query.replace(QUOTED, " ")));
  const terms = phrases.length === 0 ? words : [...phrases, ...words.filter(({ word }) => !isStopWord(word))];
  if (terms.length === 0) return null;
  return inSnapshot(store, () => findHits(store, query, filter, terms, phrases.length));
}

function findHits(
  store: Store,
  query: string,
  filter: SearchFilter,
  /** The phrases first. */
  terms: readonly Term[],
  phrases: number,
): SearchHit[] {
  const candidates = findAllCandidates(store, { terms, projectKey: filter.projectKey, sources: SOURCES });
  const all = (1 << phrases) - 1;
  const withPhrases = candidates.found.filter(({ bits }) => (bits & all) === all);
  const found = withPhrases.length > 0 ? withPhrases : candidates.found;
  const hits = readBest(store, { ...candidates, found }, terms, filter);
  return hits.length > 0 ? hits : searchParts(store, query, filter).slice(0, filter.limit);
}

/** Quotes of any style. An apostrophe inside a word is not a quote. */
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]|(?<![\p{L}\p{N}])['‘]([^'‘’]+)['’](?![\p{L}\p{N}])/gu;

function phrasesIn(query: string): Term[] {
  const phrases = [...query.matchAll(QUOTED)].map(([, double, single = ""]) =>
    (double ?? single).toLowerCase(),
  );
  return toTerms(phrases).slice(0, MAX_PHRASES);
}

function readBest(
  store: Store,
  candidates: TextCandidates,
  terms: readonly Term[],
  filter: SearchFilter,
): SearchHit[] {
  const read = (source: TextSource, ids: number[]) => readHits(store, source, ids, filter);
  const ranked = rankTexts(store, candidates, Math.max(MIN_POOL, 2 * filter.limit), read);
  const best = repeatsLast(ranked).slice(0, filter.limit);
  const words = [...new Set(terms.flatMap(({ tokens }) => tokens))];
  return best.map(({ row, score, hasAllTerms }) => ({
    ...row,
    score,
    allWords: hasAllTerms,
    excerpt: excerptOf(store, row, words),
  }));
}

/** A file that a session changed again or a command it ran again says little new to a reader of the first ten hits. */
function repeatsLast<Hit extends { row: HitRow }>(ranked: readonly Hit[]): Hit[] {
  const groups = Map.groupBy(ranked, ({ row }) => `${row.session_id}\n${row.kind}\n${row.title}`);
  const first = new Set([...groups.values()].map(([hit]) => hit));
  return [...ranked.filter((hit) => first.has(hit)), ...ranked.filter((hit) => !first.has(hit))];
}

/** The fallback when no whole word is found. */
function searchParts(store: Store, query: string, filter: SearchFilter): SearchHit[] {
  const parts = queryParts(query);
  if (parts.length === 0) return [];
  const hits = SOURCES.flatMap((source) => {
    const found = new Map(
      textsWithParts(store, source, parts, filter.projectKey).map((one) => [one.id, one.found]),
    );
    return readHits(store, source, [...found.keys()], filter).map((hit) => ({
      ...hit,
      excerpt: hit.title,
      score: (found.get(hit.id) ?? 0) / parts.length,
      allWords: false,
    }));
  });
  return hits.toSorted((a, b) => b.score - a.score || b.at - a.at || b.id - a.id);
}

type HitRow = Omit<SearchHit, "excerpt" | "score" | "allWords">;

function readHits(store: Store, source: TextSource, ids: readonly number[], filter: SearchFilter): HitRow[] {
  if (source === "memory") return [];
  return store.query(HITS[source]).all({ ids: JSON.stringify(ids), ...filter }) as HitRow[];
}

const MAX_TITLE = 140;
const titleFrom = (column: string) =>
  `iif(length(${column}) > ${MAX_TITLE}, substr(${column}, 1, ${MAX_TITLE - 1}) || '…', ${column}) AS title`;

const HITS = {
  observation: `SELECT 'observation' AS source, o.id, o.kind, o.title, o.files, o.session_id, o.project_key, o.at
    FROM json_each($ids) j CROSS JOIN observations o ON o.id = j.value
    WHERE ($projectKey IS NULL OR o.project_key = $projectKey) AND ($kind IS NULL OR o.kind = $kind) AND o.at >= $since`,
  prompt: `SELECT 'prompt' AS source, p.id, 'prompt' AS kind, ${titleFrom("p.text")}, '[]' AS files, p.session_id,
      s.project_key, p.at
    FROM json_each($ids) j CROSS JOIN prompts p ON p.id = j.value LEFT JOIN sessions s ON s.session_id = p.session_id
    WHERE ($projectKey IS NULL OR s.project_key = $projectKey) AND ($kind IS NULL OR $kind = 'prompt') AND p.at >= $since`,
  summary: `SELECT 'summary' AS source, m.id, 'summary' AS kind, ${titleFrom("m.request")}, '[]' AS files,
      m.session_id, m.project_key, m.at
    FROM json_each($ids) j CROSS JOIN session_summaries m ON m.id = j.value
    WHERE ($projectKey IS NULL OR m.project_key = $projectKey) AND ($kind IS NULL OR $kind = 'summary') AND m.at >= $since`,
};

const MAX_EXCERPT = 180;

/** Of the text if it has a hit, because the title is shown anyway; else of the field with the most hits. */
function excerptOf(store: Store, { source, id }: HitRow, words: readonly string[]): string {
  const [text] = readTexts(store, source, [id]);
  const [title = "", body = "", files = ""] = (text?.fields ?? []).map(([field]) =>
    markWords(clipAtWord(findPartWith(words, field, MAX_EXCERPT), MAX_EXCERPT), words),
  );
  const hits = (part: string) => part.split(HIT_START).length - 1;
  if (hits(body) > 0) return body;
  return hits(files) > hits(title) ? files : title;
}

function markWords(text: string, words: readonly string[]): string {
  const roots = new Set(words.map(rootOf));
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => {
    if (hasUnspacedScript(word)) return markPairs(word, words);
    return [...tokensOf(word), ...partsOfNames(word)].some((token) => roots.has(rootOf(token)))
      ? `${HIT_START}${word}${HIT_END}`
      : word;
  });
}

/** The index has overlapping pairs of characters; adjacent marked characters are joined into one. */
function markPairs(text: string, words: readonly string[]): string {
  const marked = [...text].map((character, n, all) => {
    const isHit = [n - 1, n].some((at) => words.includes(`${all[at] ?? ""}${all[at + 1] ?? ""}`));
    return isHit ? `${HIT_START}${character}${HIT_END}` : character;
  });
  return marked.join("").replaceAll(`${HIT_END}${HIT_START}`, "");
}
