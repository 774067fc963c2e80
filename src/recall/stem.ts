// Words without their endings, as the index has them: Porter's algorithm, the one FTS5 uses.

const CONSONANTS = "[^aeiou][^aeiouy]*";
const VOWELS = "[aeiouy][aeiou]*";
const HAS_ONE = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const IS_ONE = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`);
const HAS_TWO = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?[aeiouy]`);
/** Consonant, vowel, consonant, as in "hop". */
const IS_SHORT = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);

const STEP_2: Record<string, string> = {
  ational: "ate",
  tional: "tion",
  enci: "ence",
  anci: "ance",
  izer: "ize",
  logi: "log",
  bli: "ble",
  alli: "al",
  entli: "ent",
  eli: "e",
  ousli: "ous",
  ization: "ize",
  ation: "ate",
  ator: "ate",
  alism: "al",
  iveness: "ive",
  fulness: "ful",
  ousness: "ous",
  aliti: "al",
  iviti: "ive",
  biliti: "ble",
};
const STEP_3: Record<string, string> = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};
const ENDS_2 = endings(Object.keys(STEP_2));
const ENDS_3 = endings(Object.keys(STEP_3));
const ENDS_4 = endings(
  "al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize".split(" "),
);
const ION = /^(.+[st])ion$/;

export function stem(word: string): string {
  if (word.length < 3 || Buffer.byteLength(word) > 64) return word;
  return finish(dropFourth(replace(replace(dropFirst(word), ENDS_2, STEP_2), ENDS_3, STEP_3)));
}

/** Plurals, past and present, and a final y. */
function dropFirst(word: string): string {
  let text = word.replace(/(ss|i)es$/, "$1").replace(/([^s])s$/, "$1");
  if (text.endsWith("eed")) {
    if (HAS_ONE.test(text.slice(0, -3))) text = text.slice(0, -1);
  } else {
    const [, base = ""] = /^(.+)(?:ed|ing)$/.exec(text) ?? [];
    if (base !== "" && HAS_VOWEL.test(base)) text = mend(base);
  }
  return text.endsWith("y") && HAS_VOWEL.test(text.slice(0, -1)) ? `${text.slice(0, -1)}i` : text;
}

/** "hopp" is "hop", "fil" is "file". */
function mend(base: string): string {
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return IS_ONE.test(base) && IS_SHORT.test(base) ? `${base}e` : base;
}

function replace(word: string, ends: RegExp, by: Record<string, string>): string {
  const [, base = "", end = ""] = ends.exec(word) ?? [];
  return base !== "" && HAS_ONE.test(base) ? base + by[end] : word;
}

function dropFourth(word: string): string {
  const [, base = ""] = ENDS_4.exec(word) ?? ION.exec(word) ?? [];
  return base !== "" && HAS_TWO.test(base) ? base : word;
}

function finish(word: string): string {
  let text = word;
  if (text.endsWith("e")) {
    const base = text.slice(0, -1);
    if (HAS_TWO.test(base) || (IS_ONE.test(base) && !IS_SHORT.test(base))) text = base;
  }
  return text.endsWith("ll") && HAS_TWO.test(text.slice(0, -1)) ? text.slice(0, -1) : text;
}

/** The longest that fits is the one. */
function endings(list: readonly string[]): RegExp {
  const sorted = list.toSorted((a, b) => b.length - a.length);
  return new RegExp(`^(.+?)(${sorted.join("|")})$`);
}
