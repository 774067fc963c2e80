// The words of a question that are worth searching for.

/** Words that nearly every text has: they only add noise and time. One text, as hooks load it and a set takes longer. */
const STOP_WORDS =
  " a about above after again all also am an and any are aren as at be because been before being below " +
  "between both but by can cannot could couldn d did didn do does doesn doing don down during each few " +
  "for from further had hadn has hasn have haven having he her here hers herself him himself his how i " +
  "if in into is isn it its itself just ll m me might more most must my myself no nor not now of off on " +
  "once only or other our ours ourselves out over own re s same shan she should shouldn so some such t " +
  "than that the their theirs them themselves then there these they this those through to too under " +
  "until up ve very was wasn we were weren what when where which while who whom whose why will with won " +
  "would wouldn you your yours yourself yourselves ";

const MAX_WORDS = 64;

/** What is searched for: a word, or several in a row, such as a phrase or the parts of a name. */
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

/** In order, without repeats. If there are only stop-words, these. */
export function queryWords(text: string): string[] {
  const lower = text.toLowerCase();
  const words = isAscii(lower) ? asciiWords(lower) : unicodeWords(lower);
  const meaningful = new Set(words.filter((word) => !isStopWord(word)));
  return [...(meaningful.size > 0 ? meaningful : new Set(words))].slice(0, MAX_WORDS);
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.includes(` ${word} `);
}

/** As the index splits words: letters and digits, lower case, without accents. */
export function tokensOf(text: string): string[] {
  const lower = text.toLowerCase();
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at <= lower.length; at++) {
    // NaN at the end.
    const code = lower.charCodeAt(at);
    if (code > 127) return unicodeTokensOf(lower);
    // Not in a function: one called for each letter would be compiled, which takes longer than all of this.
    const isPart = (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
    if (isPart && start === -1) start = at;
    if (isPart || start === -1) continue;
    words.push(lower.slice(start, at));
    start = -1;
  }
  return words;
}

/** Apart, as Unicode classes take a while to set up. */
function unicodeTokensOf(lower: string): string[] {
  const folded = lower.normalize("NFD").replace(/\p{M}+/gu, "");
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Checked first, as Unicode classes take a while to set up. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function asciiWords(lower: string): string[] {
  const words: string[] = [];
  for (const word of lower.match(/\w+/g) ?? []) if (word.replaceAll("_", "") !== "") words.push(word);
  return words;
}

function unicodeWords(lower: string): string[] {
  return (lower.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const unspacedPattern = () => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function hasUnspacedScript(text: string): boolean {
  return unspacedPattern().test(text);
}

/** For an index of three characters in a row. A word in a script without spaces is cut into such pieces. */
export function queryParts(text: string): string[] {
  const unspaced = unspacedPattern();
  const parts = queryWords(text).flatMap((word) => {
    const characters = [...word];
    if (characters.length < 3) return [];
    if (!unspaced.test(word)) return [word];
    return characters.slice(2).map((_, n) => characters.slice(n, n + 3).join(""));
  });
  return [...new Set(parts)].slice(0, MAX_WORDS);
}

/** An FTS5 expression that matches any of the terms, none of which is taken for syntax. */
export function anyOf(terms: readonly Term[]): string {
  return terms.map(({ tokens }) => `"${tokens.join(" ")}"`).join(" OR ");
}
