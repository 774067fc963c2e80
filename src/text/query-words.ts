// Extracts the words of a question that are worth searching for, and the part of a text that matches them.

/**
 * Articles, pronouns, auxiliary verbs, question words, the commonest prepositions, conjunctions and adverbs, and what is left of
 * contractions; "s" is also a name in code. One string, because hooks load it and a set takes longer.
 */
const STOP_WORDS =
  " a about again also am an and are aren as at be been being but by can cannot could couldn d did didn do does doesn " +
  "doing don for from had hadn has hasn have haven having he her hers him his how i if in into is isn it its just " +
  "ll m me might must my now of on or our re shan she should shouldn so such t than that the their them then there " +
  "these they this those to too us ve very was wasn we were weren what when where which who whom why will with won " +
  "would wouldn you your ";

const MAX_WORDS = 64;

/** A search term: a word, or several in a row, such as a phrase or the parts of a name. */
export interface Term {
  /** In lower case. */
  word: string;
  /** As the index splits it. */
  tokens: readonly string[];
}

/** At least one token. */
export function toTerms(words: readonly string[]): Term[] {
  return words.map((word) => ({ word, tokens: tokensOf(word) })).filter(({ tokens }) => tokens.length > 0);
}

/** Distinct words in order, without stop-words unless there are no others. */
export function queryWords(text: string): string[] {
  const lower = text.toLowerCase();
  const words = isAscii(lower) ? asciiWords(lower) : unicodeWords(lower);
  const meaningful = new Set(words.filter((word) => !isStopWord(word)));
  return [...(meaningful.size > 0 ? meaningful : new Set(words))].slice(0, MAX_WORDS);
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.includes(` ${word} `) || (word.charCodeAt(0) > 127 && isStopPair(word));
}

/** Splits like the index: letters and digits in lower case without accents, and pairs of characters for scripts without spaces. */
export function tokensOf(text: string): string[] {
  const lower = text.toLowerCase();
  return OTHER_SCRIPT.test(lower) ? unicodeWords(lower, "") : (lower.match(/[a-z0-9]+/g) ?? []);
}

/** Typographic marks, arrows, frames and ticks separate words like ASCII punctuation. */
const OTHER_SCRIPT = /[^\0-\x7f\u2010-\u205f\u2190-\u245f\u2500-\u2775]/;

/** Checked first, because Unicode classes are slow to set up. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function asciiWords(lower: string): string[] {
  const words: string[] = [];
  for (const word of lower.match(/\w+/g) ?? []) if (word.replaceAll("_", "") !== "") words.push(word);
  return words;
}

/** `joint`: another character that may be in a word. */
function unicodeWords(lower: string, joint = "_"): string[] {
  // Like the index, removes accents only from Latin letters.
  const folded = lower
    .normalize("NFD")
    .replace(/([a-z])[\u0300-\u036f]+/g, "$1")
    .normalize("NFC");
  const words =
    folded.match(new RegExp(`${UNSPACED}|(?:(?!${UNSPACED})[\\p{L}\\p{N}${joint}])+`, "gu")) ?? [];
  return words.flatMap((word) => {
    if (hasUnspacedScript(word)) return pairsOf(word);
    return /[\p{L}\p{N}]/u.test(word) ? [word] : [];
  });
}

/** Scripts without spaces: Thai and Lao, Burmese, Khmer, hiragana, katakana, Han. Few words mix them. */
const UNSPACED = [
  "\\u0e00-\\u0eff",
  "\\u1000-\\u109f",
  "\\u1780-\\u17ff",
  "\\u3041-\\u309f",
  "\\u30a1-\\u30fa\\u30fc-\\u30ff",
  "\\u3005\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff",
]
  .map((range) => `[${range}]+`)
  .join("|");

export function hasUnspacedScript(text: string): boolean {
  return /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]/.test(text);
}

/** What is stored beside a text for search. */
export function indexForm(...texts: readonly string[]): { words: number; parts: string } {
  const text = texts.join("\n");
  return { words: countTokens(text), parts: partsIn(text) };
}

/** Counts what `tokensOf` lists. */
function countTokens(text: string): number {
  if (OTHER_SCRIPT.test(text)) return tokensOf(text).length;
  let count = 0;
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const lower = code | 32;
    const isToken = (code >= 48 && code <= 57) || (lower >= 97 && lower <= 122);
    if (isToken && !isInside) count++;
    isInside = isToken;
  }
  return count;
}

/** What is indexed in addition to the words: parts of names in camel case, and pairs of adjacent characters of scripts without spaces. */
export function partsIn(text: string): string {
  const ofNames = partsOfNames(text).join(" ");
  if (!hasUnspacedScript(text)) return ofNames;
  const runs = text.normalize("NFC").match(new RegExp(UNSPACED, "g")) ?? [];
  return `${ofNames} ${runs.flatMap(pairsOf).join(" ")}`;
}

const MAX_NAME = 64;
const CAMEL_CASE = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/;

/** Of `parseEventStream` "parse", "event" and "stream", once for each name in the text. Those of `parse_event` are words anyway. */
export function partsOfNames(text: string): string[] {
  if (!CAMEL_CASE.test(text)) return [];
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const names = new Set(words.filter((word) => word.length <= MAX_NAME && CAMEL_CASE.test(word)));
  return [...names].flatMap((name) => {
    const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
    return parts.filter(({ length }) => length > 1 && length < name.length).map((part) => part.toLowerCase());
  });
}

/** Without vowels above and below the line, which the index treats as separators. */
function pairsOf(run: string): string[] {
  const characters = [...run.replace(/\p{M}+/gu, "")];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, n) => `${characters[n]}${character}`);
}

/** Endings and particles of Japanese and Chinese. */
function isStopPair(word: string): boolean {
  return word.length <= 2 && /^[\u3041-\u309f]+$|[的了吗呢吧啊们么]/.test(word);
}

/** Words long enough to search for as parts of words. */
export function queryParts(text: string): string[] {
  return queryWords(text).filter((word) => word.length >= 3 || hasUnspacedScript(word));
}

const MIN_PART = 60;
/** How far before the first word a part may begin. */
const MAX_LEAD = 60;
/** Minimum letters of a word without its ending. */
const MIN_ROOT = 4;
const MAX_PLACES = 20;

/** The part of a text with the most of these words, starting with a line or sentence if one begins nearby. */
export function findPartWith(words: readonly string[], text: string, max: number): string {
  if (text.length <= max || max < MIN_PART) return text;
  const lower = text.toLowerCase();
  const places = words.flatMap((word) => placesOf(word.slice(0, Math.max(MIN_ROOT, word.length - 2)), lower));
  const wordsFrom = (start: number) =>
    new Set(places.filter(({ at }) => at >= start && at < start + max - MAX_LEAD).map(({ root }) => root))
      .size;
  const starts = [0, ...places.map(({ at }) => at)].toSorted((a, b) => a - b);
  const best = starts.reduce((from, start) => (wordsFrom(start) > wordsFrom(from) ? start : from));
  if (best < MAX_LEAD) return text;
  const lead = text.slice(best - MAX_LEAD, best);
  const sentence = Math.max(lead.lastIndexOf("\n"), lead.lastIndexOf(". "), lead.lastIndexOf("? "));
  const start = sentence >= 0 ? sentence : lead.indexOf(" ");
  return `…${text.slice(best - MAX_LEAD + Math.max(0, start + 1)).trimStart()}`;
}

/** Only the first places: a word that is everywhere in a text says nothing about where to look. */
function placesOf(root: string, lower: string): { root: string; at: number }[] {
  const places: { root: string; at: number }[] = [];
  for (let at = lower.indexOf(root); at >= 0 && places.length < MAX_PLACES; at = lower.indexOf(root, at + 1))
    places.push({ root, at });
  return places;
}
