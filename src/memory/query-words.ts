// From what somebody asks to the words worth looking for.

/** Words that nearly every text has: they only add noise and time. */
const STOP_WORDS = new Set(
  `a about above after again all also am an and any are aren as at be because been before being below between both but
   by can cannot could couldn d did didn do does doesn doing don down during each few for from further had hadn has
   hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m me
   might more most must my myself no nor not now of off on once only or other our ours ourselves out over own re s same
   shan she should shouldn so some such t than that the their theirs them themselves then there these they this those
   through to too under until up ve very was wasn we were weren what when where which while who whom whose why will
   with won would wouldn you your yours yourself yourselves`.split(/\s+/),
);

const MOST_WORDS = 64;

/** In order, each once. Only stop-words: then these, as there is nothing better. */
export function queryWords(text: string): string[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) =>
    /[\p{L}\p{N}]/u.test(word),
  );
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, MOST_WORDS);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** For an index of three characters in a row. A text without spaces is cut into such pieces itself. */
export function queryParts(text: string): string[] {
  const parts = queryWords(text).flatMap((word) => {
    const characters = [...word];
    if (characters.length < 3) return [];
    if (!UNSPACED.test(word)) return [word];
    return characters.slice(2).map((_, n) => characters.slice(n, n + 3).join(""));
  });
  return [...new Set(parts)].slice(0, MOST_WORDS);
}

/** Any of the words; nothing in them is taken for syntax. null when there is none. */
export function anyOf(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  return words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
}
