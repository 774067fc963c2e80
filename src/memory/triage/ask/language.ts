// The words of one language, as plain lists, and the patterns made of them.
//
// Entries are separated by commas, in lower case. `*` stands for any letters, `…` for up to 40 characters of the same sentence, `#` for a
// number, `comma` for a comma, `^` for the beginning of a sentence, and a colon at the end for a label: `decision:` matches
// "**Key decision:** …".

export const TEXT_CATEGORIES = ["DECISION", "RUNBOOK", "CONSTRAINT", "TECH_DEBT", "PREFERENCE"] as const;
export type TextCategory = (typeof TEXT_CATEGORIES)[number];

interface CategoryWords {
  /** Suggests the category. */
  primary: string;
  /** In the same line or near it, it confirms what `primary` suggests. */
  booster: string;
  /** Suggests and confirms. */
  alone?: string;
  /** Suggests the category only together with a booster in the same sentence. */
  weak?: string;
  /** Says it in a message of a few sentences, where nothing is said in passing. */
  brief?: string;
  /** `primary` counts for nothing without a booster. */
  isPair?: true;
  /** A sentence with one of these is not about the category. */
  unless?: string;
}

export interface LanguageWords extends Record<TextCategory, CategoryWords> {
  /** Frequent words that English does not have. A line without one is in another language. */
  spoken?: string;
  /** Its letters, if it has its own. */
  script?: RegExp;
  /** Words are separated by spaces, without endings that a list cannot name. True without `script`. */
  isSpaced?: true;
  /** Negations. Shortly before a match, they void it. */
  not: string;
  /** Conditions, doubts and searches. Anywhere before a match in its sentence, they void it. */
  supposed: string;
  /** Questions, offers and announcements. Anywhere in a sentence, they void it. */
  asked: string;
}

export interface CategoryPatterns {
  primary: RegExp;
  booster: RegExp;
  alone: RegExp;
  weak: RegExp;
  brief: RegExp;
  unless: RegExp;
  isPair: boolean;
}

/** A language in which a text was written, with patterns for this text only. */
export interface Language {
  /** Finds nothing in a line of another language. */
  spoken: RegExp;
  not: RegExp;
  supposed: RegExp;
  asked: RegExp;
  /** Compiled on first use. */
  patterns(category: TextCategory): CategoryPatterns;
}

/** Of every alphabet in use here, without Unicode classes, which are slow. */
const LETTER = "[a-z0-9_ß-öø-ÿœěа-яё]";
const NUMBER =
  "(?:\\d[\\d.,]*[a-z%]*|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|a hundred|a thousand)";
/** "Decision: …", "Key decision 2 — …", but not a heading */
const BEFORE_LABEL = `^(?:${LETTER}+ ){0,2}`;
const AFTER_LABEL = "(?: \\d{1,2})?\\s*(?:[:：]|\\s[–—-]\\s)\\s*(?=\\S)";

const NOTHING = /(?!)/g;

/** null if the text is in other languages. */
export function compileLanguage(words: LanguageWords, text: TextWords): Language | null {
  const isSpaced = words.isSpaced ?? words.script === undefined;
  const sources = (list = "") => entriesIn(list, text, isSpaced).map((entry) => sourceOf(entry, isSpaced));
  const compile = (list?: string) => {
    const all = sources(list);
    return all.length === 0 ? NOTHING : new RegExp(all.join("|"), "gm");
  };
  const spoken = words.script ?? (words.spoken === undefined ? /(?:)/ : compile(words.spoken));
  if (text.all.search(spoken) === -1) return null;
  const known = new Map<TextCategory, CategoryPatterns>();
  return {
    spoken,
    not: compileNegation(sources(words.not), isSpaced),
    supposed: compile(words.supposed),
    asked: compile(words.asked),
    patterns(category) {
      let patterns = known.get(category);
      if (patterns === undefined) {
        const { primary, booster, alone, weak, brief, unless, isPair = false } = words[category];
        patterns = {
          primary: compile(primary),
          booster: compile(booster),
          alone: compile(alone),
          weak: compile(weak),
          brief: compile(brief),
          isPair,
          unless: compile(unless),
        };
        known.set(category, patterns);
      }
      return patterns;
    },
  };
}

/** At the end of what stands before a match, with at most two words between. */
function compileNegation(sources: readonly string[], isSpaced: boolean): RegExp {
  const between = isSpaced ? `(?:\\s+${LETTER}+){0,2}\\s*` : ".{0,4}";
  return sources.length === 0 ? /(?!)/ : new RegExp(`(?:${sources.join("|")})${between}$`);
}

/** A text and its distinct words. */
export interface TextWords {
  all: string;
  words: ReadonlySet<string>;
}

export function readTextWords(all: string): TextWords {
  return { all, words: new Set(all.match(WORD)) };
}

/** With the signs that stand for other letters. */
const WORD = new RegExp(`(?:${LETTER}|[*#])+`, "g");

/**
 * The entries whose words are all in the text. The others match nowhere in it, and of thousands of entries few remain: to
 * compile them all takes longer than everything else at a stop.
 */
function entriesIn(list: string, text: TextWords, isSpaced: boolean): string[] {
  const isPossible = isSpaced ? hasWords : hasParts;
  return list
    .replace(/\n\s*/g, " ")
    .split(", ")
    .filter((entry) => isPossible(entry, text))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** An entry matches from the beginning of a word to the end of one. */
function hasWords(entry: string, { words }: TextWords): boolean {
  // Most entries fail at their first or last word, which is much faster than to find all of them.
  const isMissing = (part: string) => !words.has(part) && /^[a-z]+$/.test(part) && !isPlaceholder(part);
  if (isMissing(entry.slice(entry.lastIndexOf(" ") + 1))) return false;
  const space = entry.indexOf(" ");
  if (space > 0 && isMissing(entry.slice(0, space))) return false;
  return (entry.match(WORD) ?? []).every((word) => words.has(word) || isPlaceholder(word));
}

function hasParts(entry: string, { all }: TextWords): boolean {
  return entry.split(/[\s…*#^:：]+/).every((part) => all.includes(part) || isPlaceholder(part));
}

function isPlaceholder(word: string): boolean {
  return /[*#]|comma$/.test(word);
}

function sourceOf(entry: string, isSpaced: boolean): string {
  const isLabel = /[:：]$/.test(entry);
  const isOpening = entry.startsWith("^");
  const bare = entry.replace(/^\^|[:：]$/g, "");
  const gap = isSpaced ? "(?:\\s[^;!?]{0,40})?" : "[^。；！？]{0,30}";
  const text = bare
    .replace(/[.+?()[\]{}|\\/-]/g, "\\$&")
    .replace(/ ?(…)? ?comma\b/g, (_, isApart) => `${isApart ? gap : ""},`)
    .replace(/ ?… ?/g, isSpaced ? `${gap}\\s` : gap)
    .replaceAll("*", `${LETTER}*`)
    .replaceAll(" ", "\\s+")
    .replaceAll("#", NUMBER);
  if (isLabel) return `${isOpening ? "^" : isSpaced ? BEFORE_LABEL : "^.{0,4}"}${text}${AFTER_LABEL}`;
  const isInWord = isSpaced && !text.startsWith(",");
  const start = isOpening ? "^" : isInWord ? `(?<!${LETTER})` : "";
  const end = isSpaced ? `(?!${LETTER})` : "";
  return `${start}(?:${text})${end}`;
}
