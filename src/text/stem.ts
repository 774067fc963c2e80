// Stems words like the index: Porter's algorithm as FTS5 implements it. Without patterns, which are slow to create, because every
// prompt is stemmed.

const MAX_BYTES = 64;
/** Tested inline, because a function called for each letter would be compiled, which takes longer. */
const VOWELS = "aeiou";

interface Endings {
  /** Their last letters, a quick test that excludes most words. */
  last: string;
  /** Endings and their replacements, longer endings first. */
  pairs: readonly (readonly [ending: string, by: string])[];
}

const SECOND = listEndings(
  "lnsirm",
  "ational:ate ization:ize iveness:ive fulness:ful ousness:ous tional:tion biliti:ble entli:ent " +
    "ousli:ous ation:ate alism:al aliti:al iviti:ive enci:ence anci:ance izer:ize logi:log alli:al " +
    "ator:ate bli:ble eli:e",
);
const THIRD = listEndings("eils", "icate:ic ative: alize:al iciti:ic ical:ic ness: ful:");
const FOURTH = listEndings(
  "temisnlrcu",
  "ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou",
);

function listEndings(last: string, list: string): Endings {
  const pairs = list.split(" ").map((pair) => {
    const [ending = "", by = ""] = pair.split(":");
    return [ending, by] as const;
  });
  return { last, pairs };
}

export function stem(word: string): string {
  if (word.length < 3 || word.length > MAX_BYTES || isTooLong(word)) return word;
  const third = replaceEnding(replaceEnding(dropFirst(word), SECOND), THIRD);
  return finish(dropFourth(third));
}

/** Plurals, past and present, and a final y. */
function dropFirst(word: string): string {
  let text = dropPlural(word);
  if (text.length > 3 && text.endsWith("eed")) {
    if (measure(text.slice(0, -3)) > 0) text = text.slice(0, -1);
  } else if (text.length > 2 && text.endsWith("ed")) {
    text = dropPast(text, text.slice(0, -2));
  } else if (text.length > 3 && text.endsWith("ing")) {
    text = dropPast(text, text.slice(0, -3));
  }
  return text.endsWith("y") && hasVowel(text.slice(0, -1)) ? `${text.slice(0, -1)}i` : text;
}

function dropPlural(word: string): string {
  if (!word.endsWith("s") || word.endsWith("ss")) return word;
  if (word.endsWith("es") && ((word.length > 4 && word.endsWith("sses")) || word.endsWith("ies")))
    return word.length > 3 ? word.slice(0, -2) : word.slice(0, -1);
  return word.slice(0, -1);
}

/** "hopp" is "hop", "fil" is "file". */
function dropPast(word: string, base: string): string {
  if (!hasVowel(base)) return word;
  if (base.length > 2 && (base.endsWith("at") || base.endsWith("bl") || base.endsWith("iz")))
    return `${base}e`;
  const last = base.charAt(base.length - 1);
  if (last === base.charAt(base.length - 2) && !"aeioulsz".includes(last)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

function replaceEnding(word: string, endings: Endings): string {
  const found = findEnding(word, endings);
  if (found === null) return word;
  const base = word.slice(0, -found[0].length);
  return measure(base) > 0 ? base + found[1] : word;
}

function dropFourth(word: string): string {
  const found = findEnding(word, FOURTH);
  if (found === null) return word;
  const base = word.slice(0, -found[0].length);
  if (measure(base) < 2) return word;
  return found[0] !== "ion" || base.endsWith("s") || base.endsWith("t") ? base : word;
}

/** A final e, and a doubled l. */
function finish(word: string): string {
  let text = word;
  if (text.endsWith("e")) {
    const base = text.slice(0, -1);
    const syllables = measure(base);
    if (syllables > 1 || (syllables === 1 && !endsShort(base))) text = base;
  }
  return text.endsWith("ll") && measure(text.slice(0, -1)) > 1 ? text.slice(0, -1) : text;
}

function findEnding(word: string, { last, pairs }: Endings): Endings["pairs"][number] | null {
  if (!last.includes(word.charAt(word.length - 1))) return null;
  for (const one of pairs) if (word.length > one[0].length && word.endsWith(one[0])) return one;
  return null;
}

/** How often a vowel is followed by a consonant, counted up to two. A y is a vowel after a consonant. */
function measure(text: string): 0 | 1 | 2 {
  let isConsonant = false;
  let wasVowel = false;
  let times = 0;
  for (let at = 0; at < text.length && times < 2; at++) {
    const letter = text.charAt(at);
    isConsonant = !VOWELS.includes(letter) && !(isConsonant && letter === "y");
    if (isConsonant && wasVowel) times++;
    wasVowel = !isConsonant;
  }
  return times === 0 ? 0 : times === 1 ? 1 : 2;
}

/** Consonant, vowel, consonant, as in "hop", but not "how". */
function endsShort(text: string): boolean {
  const last = text.charAt(text.length - 1);
  if (last === "w" || last === "x" || last === "y") return false;
  let isConsonant = false;
  let pattern = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    isConsonant = !VOWELS.includes(letter) && !(isConsonant && letter === "y");
    pattern = ((pattern << 1) | (isConsonant ? 1 : 0)) & 0b111;
  }
  return pattern === 0b101;
}

function hasVowel(text: string): boolean {
  for (let at = 0; at < text.length; at++)
    if (VOWELS.includes(text.charAt(at)) || (at > 0 && text.charAt(at) === "y")) return true;
  return false;
}

/** The index does not stem words of more bytes. */
function isTooLong(word: string): boolean {
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) > 127) return Buffer.byteLength(word) > MAX_BYTES;
  return false;
}
