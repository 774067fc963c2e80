// One ranking for `search`, `memory search` and recall: bm25 with the counts of the project alone. What another project
// holds changes nothing. Ranking in the full-text index itself would count the whole store and read the length of every
// row it meets; here the rows of each word are listed, and only the best are read.
import type { Store } from "../../store/open.ts";
import { type Term, tokensOf } from "../../text/query-words.ts";
import { stem } from "../../text/stem.ts";
import {
  earlierPrompts,
  readTexts,
  type Source,
  scopeOf,
  sessionsWithSummary,
  type Text,
  textsWith,
} from "./texts.ts";

/** How soon a word that is repeated counts no more, and how much the length of a text counts. */
const K1 = 0.9;
const B = 0.4;
/** Not an average of what was found: a single long text would then be of usual length. */
const USUAL_WORDS = 80;
/** What the session is about counts for each of its texts, and the message before and after for a message. */
const SESSION_SHARE = 0.8;
const NEIGHBOUR_SHARE = 0.3;
/** Added to the number of texts: in a small project every word would seem rarer than it is. */
const EXTRA_TEXTS = 50;
/** One bit a term. */
const MAX_TERMS = 30;
/** Of each word the newest rows. A word that more texts have is too common to say anything. */
const MAX_POSTINGS = 500;
const MAX_POSTINGS_OF_SEARCH = 2000;
/** After so many rows in all, a word of fewer texts is too common: a prompt of common words must not take long. */
const MAX_ROWS = 2000;
const MAX_POSTINGS_AFTER = 50;
/** Read and ranked at least, if there are so many. */
const MIN_POOL = 50;

export interface Candidate {
  source: Source;
  id: number;
  /** Of the terms it has, without those that are too common. */
  weight: number;
  /** One bit a term. */
  bits: number;
}

export interface WeighedTerm extends Term {
  /** Its rarity in the project; never below zero. */
  weight: number;
  /** How many texts have it, counted up to a limit. */
  documents: number;
  isCommon: boolean;
}

export interface Candidates {
  terms: readonly WeighedTerm[];
  /** How many texts the project has. */
  texts: number;
  /** Those with the most and the rarest words first. */
  found: readonly Candidate[];
}

export interface TextQuery {
  terms: readonly Term[];
  /** null: all projects. */
  projectKey: string | null;
  sources: readonly Source[];
  /** What was listed for the same question before, with more words. */
  listed?: Map<string, number[]>;
}

/** For a hook: bounded, whatever the store holds. */
export function findCandidates(store: Store, query: TextQuery): Candidates {
  let rows = 0;
  return collect(store, query, (listed) => {
    rows += listed;
    return rows > MAX_ROWS ? MAX_POSTINGS_AFTER : MAX_POSTINGS;
  });
}

/** For a command. Where all words are common, the newest texts with them. */
export function findAllCandidates(store: Store, query: TextQuery): Candidates {
  const candidates = collect(store, query, () => MAX_POSTINGS_OF_SEARCH);
  if (candidates.found.length > 0) return candidates;
  return collect(store, query, () => MAX_POSTINGS_OF_SEARCH, true);
}

function collect(
  store: Store,
  { terms, projectKey, sources, listed = new Map() }: TextQuery,
  maxAfter: (listed: number) => number,
  withCommon = false,
): Candidates {
  const scope = scopeOf(store, projectKey, sources);
  let max = maxAfter(0);
  const listTexts = (source: Source, tokens: readonly string[]) => {
    // What was listed up to another limit may be cut elsewhere.
    const key = `${source} ${max} ${tokens.join(" ")}`;
    const ids = listed.get(key) ?? textsWith(store, source, tokens, scope, max + 1);
    listed.set(key, ids);
    return ids;
  };
  const lists = terms.slice(0, MAX_TERMS).map((term) => {
    const ids = sources.map((source) => listTexts(source, term.tokens));
    const documents = ids.reduce((sum, { length }) => sum + length, 0);
    const isCommon = ids.some(({ length }) => length > max);
    const weighed = { ...term, documents, isCommon, weight: weigh(documents, scope.texts) };
    max = maxAfter(documents);
    return { term: weighed, ids: isCommon && !withCommon ? [] : ids };
  });
  const found = sources.flatMap((source, at) => {
    // One bit per term: thousands of texts pass here, and few remain.
    const bits = new Map<number, number>();
    for (const [n, { ids }] of lists.entries())
      for (const id of ids[at] ?? []) bits.set(id, (bits.get(id) ?? 0) | (1 << n));
    return [...bits].map(([id, own]) => ({ source, id, bits: own, weight: 0 }));
  });
  const weighed = lists.map(({ term }) => term);
  const weights = new Map<number, number>();
  for (const one of found) {
    let weight = weights.get(one.bits);
    if (weight === undefined) {
      weight = termsOf(one.bits, weighed).reduce((sum, term) => sum + term.weight, 0);
      weights.set(one.bits, weight);
    }
    one.weight = weight;
  }
  found.sort((a, b) => b.weight - a.weight || b.id - a.id);
  return { terms: weighed, texts: scope.texts, found };
}

export function termsOf(bits: number, terms: readonly WeighedTerm[]): WeighedTerm[] {
  return terms.filter((_, n) => bits & (1 << n));
}

export interface Ranked<Row> extends Candidate {
  row: Row;
  score: number;
  /** The weight of the terms for a text of usual length that has each of them once, in a session that is about them. */
  match: number;
}

/**
 * `read`: the rows that are wanted among those with these ids; `wanted`: the candidates in question, if not all. The best
 * first, and of equals the newest.
 */
export function rankTexts<Row extends { id: number }>(
  store: Store,
  candidates: Candidates,
  limit: number,
  read: (source: Source, ids: number[]) => Row[],
  wanted = candidates.found,
): Ranked<Row>[] {
  const pool = Math.max(MIN_POOL, 2 * limit);
  const ranked: Ranked<Row>[] = [];
  for (let from = 0; from < wanted.length && ranked.length < pool; from += pool) {
    for (const [source, some] of Map.groupBy(wanted.slice(from, from + pool), (one) => one.source)) {
      const rows = new Map(
        read(
          source,
          some.map(({ id }) => id),
        ).map((row) => [row.id, row]),
      );
      for (const one of some) {
        const row = rows.get(one.id);
        if (row) ranked.push({ ...one, row, score: 0, match: 0 });
      }
    }
  }
  const scores = scoreTexts(store, candidates, ranked);
  for (const one of ranked) Object.assign(one, scores.get(keyOf(one.source, one.id)));
  return ranked.sort((a, b) => b.score - a.score || b.id - a.id);
}

function scoreTexts(
  store: Store,
  { terms, found }: Candidates,
  rows: readonly Candidate[],
): Map<string, Pick<Ranked<never>, "score" | "match">> {
  // The summary of a session counts for all its texts, wanted or not.
  const summaries = found.filter(({ source }) => source === "summary").slice(0, MIN_POOL);
  const bySource = Map.groupBy([...rows, ...summaries], ({ source }) => source);
  const own = new Map<string, number>();
  const sessions = new Map<string, number>();
  const texts: [Source, Text][] = [];
  for (const [source, some] of bySource) {
    const ofSource = readTexts(store, source, [...new Set(some.map(({ id }) => id))]);
    texts.push(...ofSource.map((text) => [source, text] as [Source, Text]));
    for (const [text, score] of scoreByWords(terms, ofSource)) {
      own.set(keyOf(source, text.id), score);
      if (source === "summary" && text.session !== null) sessions.set(text.session, score);
    }
  }
  const neighbours = neighbourScores(store, texts, own);
  const summarized = sessionsWithSummary(store, [
    ...new Set(texts.flatMap(([, { session }]) => session ?? [])),
  ]);
  return new Map(
    texts.map(([source, { id, session }]) => {
      const key = keyOf(source, id);
      const words = own.get(key) ?? 0;
      // A summary, or a text of a session without one, is all that says what the session is about: its words count for both.
      const isAlone = source === "summary" || session === null || !summarized.has(session);
      const about = isAlone ? 0 : (sessions.get(session) ?? 0);
      const score = words + SESSION_SHARE * about + NEIGHBOUR_SHARE * (neighbours.get(key) ?? 0);
      const match = isAlone ? words : score / (1 + SESSION_SHARE);
      return [key, { score, match }];
    }),
  );
}

/** bm25, a word in a title counting as often as the title's weight says. */
function scoreByWords(terms: readonly WeighedTerm[], texts: readonly Text[]): [Text, number][] {
  const stems = terms.map(({ tokens }) => tokens.map(stem));
  const counted = texts.map((text) => {
    const counts = stems.map(() => 0);
    let length = 0;
    for (const [field, weight] of text.fields) {
      const words = tokensOf(field).map(stemOnce);
      length += words.length;
      for (const [n, wanted] of stems.entries())
        counts[n] = (counts[n] ?? 0) + weight * countIn(words, wanted);
    }
    return { text, counts, length };
  });
  return counted.map(({ text, counts, length }) => {
    const slowness = K1 * (1 - B + (B * length) / USUAL_WORDS);
    const score = counts.reduce(
      (sum, count, n) => sum + ((terms[n]?.weight ?? 0) * count * (K1 + 1)) / (count + slowness),
      0,
    );
    return [text, score];
  });
}

const knownStems = new Map<string, string>();

function stemOnce(word: string): string {
  let known = knownStems.get(word);
  if (known === undefined) {
    known = stem(word);
    knownStems.set(word, known);
  }
  return known;
}

function countIn(words: readonly string[], wanted: readonly string[]): number {
  const [first] = wanted;
  let count = 0;
  for (let at = 0; at < words.length; at++)
    if (words[at] === first && wanted.every((word, n) => words[at + n] === word)) count++;
  return count;
}

/** Prompts of a session, and memories whose names count on (`talk:3`, `talk:4`), are messages of a conversation. */
function neighbourScores(
  store: Store,
  texts: readonly [Source, Text][],
  scores: ReadonlyMap<string, number>,
): Map<string, number> {
  const near = new Map<string, number>();
  const add = (a: string, b: string) => {
    near.set(a, (near.get(a) ?? 0) + (scores.get(b) ?? 0));
    near.set(b, (near.get(b) ?? 0) + (scores.get(a) ?? 0));
  };
  const prompts = texts.filter(([source]) => source === "prompt").map(([, text]) => text);
  const known = new Set(prompts.map(({ id }) => id));
  if (prompts.length > 1) {
    const sessions = [...new Set(prompts.flatMap(({ session }) => session ?? []))];
    for (const [id, earlier] of earlierPrompts(store, sessions))
      if (known.has(id) && known.has(earlier)) add(keyOf("prompt", id), keyOf("prompt", earlier));
  }
  const named = new Map(
    texts.flatMap(([source, { name, id }]) => (name === "" ? [] : [[name, keyOf(source, id)]])),
  );
  for (const [name, key] of named) {
    const [, series = "", number] = /^(.*?)(\d{1,9})$/.exec(name) ?? [];
    const next = number === undefined ? undefined : named.get(`${series}${Number(number) + 1}`);
    if (next !== undefined) add(key, next);
  }
  return near;
}

function keyOf(source: Source, id: number): string {
  return `${source} ${id}`;
}

/** The rarity of bm25; never below zero. */
function weigh(documents: number, texts: number): number {
  const all = Math.max(texts, documents) + EXTRA_TEXTS;
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}
