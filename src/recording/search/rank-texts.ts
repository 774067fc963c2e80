// One ranking for `search`, `memory search` and recall: BM25, with word counts of the project alone, so that other
// projects change nothing. The full-text index's own ranking would count the whole store and read the length of every
// matching row; here the matching row ids of each word are listed, and only the best rows are read.
import type { Store } from "../../store/open.ts";
import { formsOf, rootOf } from "../../text/irregular-words.ts";
import { partsOfNames, type Term, tokensOf } from "../../text/query-words.ts";
import {
  type PostingOrder,
  promptsOf,
  readScope,
  readSummaries,
  readTexts,
  type Text,
  type TextSource,
  textsWithPhrase,
} from "./texts.ts";

/** Of BM25: how soon repeats of a word stop adding to the score, and how much a long text loses. */
const K1 = 1.2;
const B = 0.7;
/** Rare words tell texts apart better than the sum of their weights says. */
const RARITY_POWER = 1.25;
/** Added to a text's own score: a share of its session's summary, and to a prompt's one of what was done for it. */
const SESSION_SHARE = 0.8;
const WORK_SHARE = 0.3;
/** For a prompt with all the words: a person says in a few what the matter is; the output of a command only contains them. */
const PROMPT_FACTOR = 1.2;
/** Recall adds them to the number of texts: without them, nearly every word of a small project would seem common. */
export const EXTRA_TEXTS = 50;
/** The terms of a text are the bits of one number. */
const MAX_TERMS = 30;
/** A word that more texts have is too common to tell them apart. */
const MAX_POSTINGS = 500;
const MAX_POSTINGS_OF_SEARCH = 2000;
/** After this many rows in all, the limit for further words is lower: a prompt of common words must not take long. */
const MAX_ROWS = 1000;
const MAX_POSTINGS_AFTER = 50;

export interface TextCandidate {
  source: TextSource;
  id: number;
  /** Sum over the terms it has, without those that are too common. */
  weight: number;
  /** The terms it has, one bit each. */
  bits: number;
}

export type WithWeight<T extends Term> = T & {
  /** Its rarity in the project; never below zero. */
  weight: number;
  /** How many texts have it, counted up to a limit. */
  documents: number;
  isCommon: boolean;
};

export type WeightedTerm = WithWeight<Term>;

/** For each term, the ids of the texts that have it. */
export interface Postings<T extends Term = Term> {
  sources: readonly TextSource[];
  /** How many texts the project has, how many of them are summaries of sessions, and how many words one has on average. */
  texts: number;
  summaries: number;
  wordsOfText: number;
  /** `ids`: one list a source, in the order of `sources`. */
  terms: readonly { term: WithWeight<T>; ids: readonly (readonly number[])[] }[];
}

export interface TextCandidates {
  terms: readonly WeightedTerm[];
  wordsOfText: number;
  /** By weight, the highest first. */
  found: readonly TextCandidate[];
}

export interface TextQuery<T extends Term = Term> {
  terms: readonly T[];
  /** null: all projects. */
  projectKey: string | null;
  sources: readonly TextSource[];
}

/** For hooks: takes a bounded time, however large the store is. */
export function listPostings<T extends Term>(store: Store, query: TextQuery<T>): Postings<T> {
  // A word over the limit is ignored, so it does not matter which of its texts are listed.
  return readPostings(store, query, "oldest", EXTRA_TEXTS, (rows) =>
    rows <= MAX_ROWS ? MAX_POSTINGS : MAX_POSTINGS_AFTER,
  );
}

/** For commands. Of a word that very many texts have, lists the newest. */
export function findAllCandidates(store: Store, query: TextQuery): TextCandidates {
  const postings = readPostings(store, query, "newest", 0, () => MAX_POSTINGS_OF_SEARCH);
  return gatherCandidates(postings, () => true, true);
}

function readPostings<T extends Term>(
  store: Store,
  { terms, projectKey, sources }: TextQuery<T>,
  first: PostingOrder,
  extraTexts: number,
  /** How many texts of a word are listed, given the rows listed before. */
  maxTexts: (rows: number) => number,
): Postings<T> {
  const scope = readScope(store, projectKey, sources);
  let rows = 0;
  const listed = terms.slice(0, MAX_TERMS).map((term) => {
    const max = maxTexts(rows);
    const ids = sources.map((source) => textsWithPhrase(store, source, term.tokens, scope, max + 1, first));
    const documents = ids.reduce((sum, { length }) => sum + length, 0);
    rows += documents;
    const isCommon = ids.some(({ length }) => length > max);
    return {
      term: { ...term, documents, isCommon, weight: rarity(documents, scope.texts + extraTexts) },
      ids,
    };
  });
  const { texts, summaries, wordsOfText } = scope;
  return { sources, texts, summaries, wordsOfText, terms: listed };
}

/** `isWanted` is called once for each combination of terms: of thousands of texts few remain. */
export function gatherCandidates(
  { sources, terms, wordsOfText }: Postings,
  isWanted: (candidate: Pick<TextCandidate, "bits" | "weight">) => boolean = () => true,
  withCommon = false,
): TextCandidates {
  const weighted = terms.map(({ term }) => term);
  // By combination of terms; 0 if it is not wanted.
  const weights = new Map<number, number>();
  const weightOf = (bits: number) => {
    let weight = weights.get(bits);
    if (weight === undefined) {
      weight = termsOf(bits, weighted).reduce((sum, term) => sum + term.weight, 0);
      if (!isWanted({ bits, weight })) weight = 0;
      weights.set(bits, weight);
    }
    return weight;
  };
  const found: TextCandidate[] = [];
  for (const [at, source] of sources.entries()) {
    const bitsOf = new Map<number, number>();
    for (const [n, { term, ids }] of terms.entries())
      if (withCommon || !term.isCommon)
        for (const id of ids[at] ?? []) bitsOf.set(id, (bitsOf.get(id) ?? 0) | (1 << n));
    for (const [id, bits] of bitsOf) {
      const weight = weightOf(bits);
      if (weight > 0) found.push({ source, id, bits, weight });
    }
  }
  found.sort((a, b) => b.weight - a.weight || b.id - a.id);
  return { terms: weighted, wordsOfText, found };
}

export function termsOf(bits: number, terms: readonly WeightedTerm[]): WeightedTerm[] {
  return terms.filter((_, n) => bits & (1 << n));
}

export interface RankedText<Row> extends TextCandidate {
  row: Row;
  score: number;
  hasAllTerms: boolean;
  /** A score in proportion to the weights, scaled so that a text of typical length with each term once, in a session about them, gets the terms' weight. */
  match: number;
}

/** Best first, the newest first among equals. `read` returns the wanted rows among these ids. */
export function rankTexts<Row extends { id: number }>(
  store: Store,
  { terms, wordsOfText, found }: TextCandidates,
  /** At least this many are read and ranked, if there are that many. */
  pool: number,
  read: (source: TextSource, ids: number[]) => Row[],
): RankedText<Row>[] {
  const ranked: RankedText<Row>[] = [];
  for (let from = 0; from < found.length && ranked.length < pool; from += pool) {
    for (const [source, some] of bySource(found.slice(from, from + pool))) {
      const rows = new Map(
        read(
          source,
          some.map(({ id }) => id),
        ).map((row) => [row.id, row]),
      );
      for (const one of some) {
        const row = rows.get(one.id);
        if (row) ranked.push({ ...one, row, score: 0, match: 0, hasAllTerms: false });
      }
    }
  }
  if (ranked.length === 0) return [];
  const scores = scoreTexts(store, { terms, wordsOfText }, ranked);
  for (const one of ranked) Object.assign(one, scores.get(keyOf(one.source, one.id)));
  return ranked.sort((a, b) => b.score - a.score || b.id - a.id);
}

/** `Map.groupBy` takes the engine a quarter of a millisecond the first time. */
function bySource<T extends Pick<TextCandidate, "source">>(rows: readonly T[]): [TextSource, T[]][] {
  const sources = new Set(rows.map(({ source }) => source));
  return [...sources].map((source) => [source, rows.filter((row) => row.source === source)]);
}

type Scoring = Pick<TextCandidates, "terms" | "wordsOfText">;

function scoreTexts(
  store: Store,
  scoring: Scoring,
  rows: readonly TextCandidate[],
): Map<string, Pick<RankedText<never>, "score" | "match" | "hasAllTerms">> {
  const own = new Map<string, WordScore>();
  const texts: [TextSource, Text][] = [];
  for (const [source, some] of bySource(rows)) {
    const ofSource = readTexts(
      store,
      source,
      some.map(({ id }) => id),
    );
    texts.push(...ofSource.map((text) => [source, text] as [TextSource, Text]));
    for (const one of scoreByWords(scoring, ofSource)) own.set(keyOf(source, one.text.id), one);
  }
  // The session's summary counts even if it is not wanted as a result itself.
  const ofSummaries = texts.flatMap(([source, { session }]) => (source === "summary" ? [] : (session ?? [])));
  const summaries = readSummaries(store, [...new Set(ofSummaries)]);
  const sessions = new Map(scoreByWords(scoring, summaries).map((one) => [one.text.session, one]));
  const work = workScores(store, texts, own);
  const shares = promptShares(rows);
  return new Map(
    texts.map(([source, { id, session }]) => {
      const key = keyOf(source, id);
      const words = own.get(key);
      // Where there is no other summary, the text's own words stand for what the session is about.
      const about = source === "summary" ? undefined : sessions.get(session);
      const score = (words?.score ?? 0) + SESSION_SHARE * (about?.score ?? 0);
      const ownMatch = words?.match ?? 0;
      const match =
        about === undefined ? ownMatch : (ownMatch + SESSION_SHARE * about.match) / (1 + SESSION_SHARE);
      const share = shares.get(key);
      const factor = share === undefined ? 1 : 1 + (PROMPT_FACTOR - 1) * share;
      const done = WORK_SHARE * (share ?? 0) * (work.get(key) ?? 0);
      return [key, { score: factor * (score + done), match, hasAllTerms: words?.hasAllTerms ?? false }];
    }),
  );
}

/** How much of the query each prompt has itself, compared with the text that has the most. */
function promptShares(rows: readonly TextCandidate[]): Map<string, number> {
  const most = rows.reduce((max, { weight }) => Math.max(max, weight), 0);
  const prompts = rows.filter(({ source }) => source === "prompt");
  return new Map(prompts.map(({ source, id, weight }) => [keyOf(source, id), weight / most]));
}

interface WordScore {
  text: Text;
  score: number;
  /** Linear in the weights of the words. */
  match: number;
  hasAllTerms: boolean;
}

/** BM25 over all fields; an occurrence in a field counts as often as the field's weight says. */
function scoreByWords({ terms, wordsOfText }: Scoring, texts: readonly Text[]): WordScore[] {
  const roots = terms.map(({ tokens }) => tokens.map(rootOnce));
  // A stem begins like its word, so nearly all words of a text can be skipped without stemming them.
  const firstWords = terms.flatMap(({ tokens }) => formsOf(tokens[0] ?? ""));
  const beginnings = new Set(firstWords.map(beginningOf));
  return texts.map((text) => {
    const counts = roots.map(() => 0);
    let length = 0;
    for (const [field, weight] of text.fields) {
      const words = tokensOf(field);
      length += words.length;
      words.push(...partsOfNames(field));
      for (let at = 0; at < words.length; at++) {
        if (!beginnings.has(beginningOf(words[at] ?? ""))) continue;
        for (let n = 0; n < roots.length; n++)
          if (hasRoots(words, at, roots[n] ?? [])) counts[n] = (counts[n] ?? 0) + weight;
      }
    }
    const saturation = K1 * (1 - B + (B * length) / (wordsOfText || length || 1));
    let score = 0;
    let match = 0;
    for (const [n, count] of counts.entries()) {
      const weight = terms[n]?.weight ?? 0;
      const occurs = (count * (K1 + 1)) / (count + saturation);
      score += weight ** RARITY_POWER * occurs;
      match += weight * occurs;
    }
    return { text, score, match, hasAllTerms: !counts.includes(0) };
  });
}

/** Its first two characters. */
function beginningOf(word: string): number {
  return (word.charCodeAt(0) << 16) | word.charCodeAt(1);
}

function hasRoots(words: readonly string[], from: number, roots: readonly string[]): boolean {
  for (let n = 0; n < roots.length; n++) if (rootOnce(words[from + n] ?? "") !== roots[n]) return false;
  return true;
}

const knownRoots = new Map<string, string>();

function rootOnce(word: string): string {
  let known = knownRoots.get(word);
  if (known === undefined) {
    known = rootOf(word);
    knownRoots.set(word, known);
  }
  return known;
}

/** For each prompt, the best score of what was done for it. */
function workScores(
  store: Store,
  texts: readonly [TextSource, Text][],
  scores: ReadonlyMap<string, WordScore>,
): Map<string, number> {
  const best = new Map<string, number>();
  const observations = texts.flatMap(([source, { id }]) => (source === "observation" ? [id] : []));
  if (observations.length === 0 || !texts.some(([source]) => source === "prompt")) return best;
  for (const [id, prompt] of promptsOf(store, observations)) {
    const key = keyOf("prompt", prompt);
    best.set(key, Math.max(best.get(key) ?? 0, scores.get(keyOf("observation", id))?.score ?? 0));
  }
  return best;
}

function keyOf(source: TextSource, id: number): string {
  return `${source} ${id}`;
}

/** The inverse document frequency of BM25; never below zero. */
function rarity(documents: number, texts: number): number {
  const all = Math.max(texts, documents);
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}
