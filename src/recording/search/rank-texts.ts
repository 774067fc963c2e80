// One ranking for `search`, `memory search` and recall: bm25 with the counts of the project alone. What another project
// holds changes nothing. Ranking in the full-text index itself would count the whole store and read the length of every
// row it meets; here the rows of each word are listed, and only the best are read.
import type { Store } from "../../store/open.ts";
import { type Term, tokensOf } from "../../text/query-words.ts";
import { stem } from "../../text/stem.ts";
import {
  type ListedFirst,
  promptsOf,
  readSummaries,
  readTexts,
  type Source,
  scopeOf,
  type Text,
  textsWith,
} from "./texts.ts";

/** How soon a word that is repeated counts no more, and how much the length of a text counts. */
const K1 = 0.9;
const B = 0.4;
/** Not an average of what was found: a single long text would then be of usual length. */
const USUAL_WORDS = 80;
/** What the session is about counts for each of its texts; for a message what stands beside it, for a prompt what was done for it. */
const SESSION_SHARE = 0.8;
const NEIGHBOUR_SHARE = 0.3;
/** A person says in a few words what the matter is; the output of a command only contains the words. */
const PROMPT_FACTOR = 1.2;
/** Added to the number of texts: in a small project every word would seem rarer than it is. */
const EXTRA_TEXTS = 50;
/** One bit a term. */
const MAX_TERMS = 30;
/** Of each word. A word that more texts have is too common to say anything. */
const MAX_POSTINGS = 500;
const MAX_POSTINGS_OF_SEARCH = 2000;
/** After so many rows in all, a word of fewer texts is too common: a prompt of common words must not take long. */
const MAX_ROWS = 1000;
const MAX_POSTINGS_AFTER = 50;

export interface Candidate {
  source: Source;
  id: number;
  /** Of the terms it has, without those that are too common. */
  weight: number;
  /** One bit a term. */
  bits: number;
}

export type Weighed<T extends Term> = T & {
  /** Its rarity in the project; never below zero. */
  weight: number;
  /** How many texts have it, counted up to a limit. */
  documents: number;
  isCommon: boolean;
};

export type WeighedTerm = Weighed<Term>;

/** The texts that each term is in. */
export interface Listing<T extends Term = Term> {
  sources: readonly Source[];
  /** How many texts the project has. */
  texts: number;
  /** Ids by source. */
  terms: readonly { term: Weighed<T>; ids: readonly (readonly number[])[] }[];
}

export interface Candidates {
  terms: readonly WeighedTerm[];
  /** Those with the most and the rarest words first. */
  found: readonly Candidate[];
}

export interface TextQuery<T extends Term = Term> {
  terms: readonly T[];
  /** null: all projects. */
  projectKey: string | null;
  sources: readonly Source[];
}

/** For a hook: bounded, whatever the store holds. */
export function listTexts<T extends Term>(store: Store, query: TextQuery<T>): Listing<T> {
  // Of a word with more texts than these nothing is told, whichever are listed.
  return list(store, query, "oldest", (term, rows) => {
    if (rows <= MAX_ROWS) return MAX_POSTINGS;
    return term.isWorkflow ? 0 : MAX_POSTINGS_AFTER;
  });
}

/** For a command. Where all words are common, the newest texts with them. */
export function findAllCandidates(store: Store, query: TextQuery): Candidates {
  const listing = list(store, query, "newest", () => MAX_POSTINGS_OF_SEARCH);
  const candidates = gatherCandidates(listing);
  return candidates.found.length > 0 ? candidates : gatherCandidates(listing, () => true, true);
}

function list<T extends Term>(
  store: Store,
  { terms, projectKey, sources }: TextQuery<T>,
  first: ListedFirst,
  /** How many texts a word may have, after so many rows of others; 0: it is not looked for. */
  maxTexts: (term: T, rows: number) => number,
): Listing<T> {
  const scope = scopeOf(store, projectKey, sources);
  let rows = 0;
  const listed = terms.slice(0, MAX_TERMS).map((term) => {
    const max = maxTexts(term, rows);
    const ids =
      max === 0 ? [] : sources.map((source) => textsWith(store, source, term.tokens, scope, max + 1, first));
    const listedRows = ids.reduce((sum, { length }) => sum + length, 0);
    rows += listedRows;
    const documents = max === 0 ? MAX_POSTINGS_AFTER : listedRows;
    const isCommon = max === 0 || ids.some(({ length }) => length > max);
    return { term: { ...term, documents, isCommon, weight: weigh(documents, scope.texts) }, ids };
  });
  return { sources, texts: scope.texts, terms: listed };
}

/** `isWanted` is asked once for texts with the same terms: thousands pass here, and few remain. */
export function gatherCandidates(
  { sources, terms }: Listing,
  isWanted: (candidate: Pick<Candidate, "bits" | "weight">) => boolean = () => true,
  withCommon = false,
): Candidates {
  const weighed = terms.map(({ term }) => term);
  // By the bits of its terms; 0 for a text that is not wanted.
  const weights = new Map<number, number>();
  const weightOf = (bits: number) => {
    let weight = weights.get(bits);
    if (weight === undefined) {
      weight = termsOf(bits, weighed).reduce((sum, term) => sum + term.weight, 0);
      if (!isWanted({ bits, weight })) weight = 0;
      weights.set(bits, weight);
    }
    return weight;
  };
  const found: Candidate[] = [];
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
  return { terms: weighed, found };
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

/** `read`: the rows that are wanted among those with these ids. The best first, and of equals the newest. */
export function rankTexts<Row extends { id: number }>(
  store: Store,
  { terms, found }: Candidates,
  /** So many are read and ranked, if there are so many. */
  pool: number,
  read: (source: Source, ids: number[]) => Row[],
): Ranked<Row>[] {
  const ranked: Ranked<Row>[] = [];
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
        if (row) ranked.push({ ...one, row, score: 0, match: 0 });
      }
    }
  }
  const scores = scoreTexts(store, terms, ranked);
  for (const one of ranked) Object.assign(one, scores.get(keyOf(one.source, one.id)));
  return ranked.sort((a, b) => b.score - a.score || b.id - a.id);
}

/** `Map.groupBy` takes the engine a quarter of a millisecond the first time. */
function bySource<T extends Pick<Candidate, "source">>(rows: readonly T[]): [Source, T[]][] {
  const sources = new Set(rows.map(({ source }) => source));
  return [...sources].map((source) => [source, rows.filter((row) => row.source === source)]);
}

function scoreTexts(
  store: Store,
  terms: readonly WeighedTerm[],
  rows: readonly Candidate[],
): Map<string, Pick<Ranked<never>, "score" | "match">> {
  const own = new Map<string, number>();
  const texts: [Source, Text][] = [];
  for (const [source, some] of bySource(rows)) {
    const ofSource = readTexts(
      store,
      source,
      some.map(({ id }) => id),
    );
    texts.push(...ofSource.map((text) => [source, text] as [Source, Text]));
    for (const [text, score] of scoreByWords(terms, ofSource)) own.set(keyOf(source, text.id), score);
  }
  // What its session is about counts for each text, whether the summary itself is wanted or not.
  const ofSummaries = texts.flatMap(([source, { session }]) => (source === "summary" ? [] : (session ?? [])));
  const summaries = readSummaries(store, [...new Set(ofSummaries)]);
  const sessions = new Map(scoreByWords(terms, summaries).map(([text, score]) => [text.session, score]));
  const neighbours = neighbourScores(store, texts, own);
  return new Map(
    texts.map(([source, { id, session }]) => {
      const key = keyOf(source, id);
      const words = own.get(key) ?? 0;
      // A summary, or a text of a session without one, is all that says what the session is about: its words count for both.
      const about = source === "summary" ? undefined : sessions.get(session);
      const score = words + SESSION_SHARE * (about ?? 0);
      const match = about === undefined ? words : score / (1 + SESSION_SHARE);
      const factor = source === "prompt" ? PROMPT_FACTOR : 1;
      return [key, { score: factor * (score + NEIGHBOUR_SHARE * (neighbours.get(key) ?? 0)), match }];
    }),
  );
}

/** bm25, a word in a title counting as often as the title's weight says. */
function scoreByWords(terms: readonly WeighedTerm[], texts: readonly Text[]): [Text, number][] {
  const stems = terms.map(({ tokens }) => tokens.map(stem));
  // A stem begins as its word does: nearly no word of a text needs to be stemmed.
  const beginnings = new Set(stems.flat().map(beginningOf));
  const counted = texts.map((text) => {
    const counts = stems.map(() => 0);
    let length = 0;
    for (const [field, weight] of text.fields) {
      const words = tokensOf(field).map((word) => (beginnings.has(beginningOf(word)) ? stemOnce(word) : ""));
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

function beginningOf(word: string): string {
  return word.slice(0, 2);
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

/** A prompt has the best of what was done for it; a memory whose name counts on (`talk:3`, `talk:4`) the message before and after. */
function neighbourScores(
  store: Store,
  texts: readonly [Source, Text][],
  scores: ReadonlyMap<string, number>,
): Map<string, number> {
  const near = new Map<string, number>();
  const scoreOf = (key: string) => scores.get(key) ?? 0;
  const observations = texts.flatMap(([source, { id }]) => (source === "observation" ? [id] : []));
  if (observations.length > 0 && texts.some(([source]) => source === "prompt"))
    for (const [id, prompt] of promptsOf(store, observations)) {
      const key = keyOf("prompt", prompt);
      near.set(key, Math.max(near.get(key) ?? 0, scoreOf(keyOf("observation", id))));
    }
  const named = new Map(
    texts.flatMap(([source, { name, id }]) => (name === "" ? [] : [[name, keyOf(source, id)]])),
  );
  for (const [name, key] of named) {
    const [, series = "", number] = /^(.*?)(\d{1,9})$/.exec(name) ?? [];
    if (number === undefined) continue;
    const next = named.get(series + String(Number(number) + 1).padStart(number.length, "0"));
    if (next === undefined) continue;
    near.set(key, (near.get(key) ?? 0) + scoreOf(next));
    near.set(next, (near.get(next) ?? 0) + scoreOf(key));
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
