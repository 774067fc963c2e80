// The patterns of a language for one text, made of the entries in its table whose words are in the text. To compile all entries would
// take longer than everything else at a stop. docs/internals/triage.md says what entries look like.
import { bucketOf, ENTRY, FIELD, type Index, LETTER, LISTS, type ListName } from "./index-entries.ts";
import { LANGUAGES } from "./words.generated.ts";

export interface StoredLanguage {
  /** Frequent words that English does not have, stored as entries. A line without one is in another language. */
  readonly spoken: string;
  /** Its letters, if it has its own. */
  readonly script: RegExp | null;
  /** Words are separated by spaces. */
  readonly isSpaced: boolean;
  /** Not made for languages that are not spoken. */
  readonly index: () => Index;
}

/** A language in which a text was written, with patterns for this text only. */
export interface Language {
  /** Finds nothing in a line of another language. */
  spoken: RegExp;
  /** At the end of what stands before a match, it voids the match. */
  negation: RegExp;
  /** null if nothing in the text can match. */
  pattern(list: ListName): RegExp | null;
}

/** In stored patterns; `@L` stands for a letter. */
const ABBREVIATIONS = [
  [
    "@N",
    "(?:\\d[\\d.,]*[a-z%]*|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|a hundred|a thousand)",
  ],
  ["@G", "(?:\\s[^;!?]{0,40})?"],
  // "Decision: …", not a heading
  ["@A", "(?: \\d{1,2})?\\s*(?:[:：]|\\s[–—-]\\s)\\s*(?=\\S)"],
] as const;

/** The languages that the text is written in. */
export function languagesIn(text: string): Language[] {
  const words = readTextWords(text);
  return LANGUAGES.flatMap((language) => compileLanguage(language, words) ?? []);
}

/** A text and its distinct words. */
interface TextWords {
  all: string;
  words: ReadonlySet<string>;
  /** Matches a letter of the text. */
  letter: string;
}

export function readTextWords(all: string): TextWords {
  // The shorter the patterns are, the faster they are compiled.
  const letter = /^[\x00-\x7f]*$/.test(all) ? "\\w" : LETTER;
  return { all, words: new Set(all.match(new RegExp(`${letter}+`, "g"))), letter };
}

/** null if the text is in other languages. */
export function compileLanguage(stored: StoredLanguage, text: TextWords): Language | null {
  const { isSpaced, script } = stored;
  const compile = (patterns: readonly string[]) => compileAny(patterns, isSpaced, text.letter);
  const spoken = stored.spoken === "" ? script : compile(possiblePatterns(stored.spoken, text));
  const isEnglish = stored.spoken === "" && script === null;
  if (!isEnglish && (spoken === null || text.all.search(spoken) === -1)) return null;
  const lists = findPatterns(stored.index(), text);
  const compiled = new Map<ListName, RegExp | null>();
  return {
    spoken: spoken ?? /(?:)/,
    negation: compileNegation(lists.get("not") ?? [], isSpaced, text.letter),
    pattern(list) {
      let pattern = compiled.get(list);
      if (pattern === undefined) {
        pattern = compile(lists.get(list) ?? []);
        compiled.set(list, pattern);
      }
      return pattern;
    },
  };
}

function findPatterns(index: Index, text: TextWords): Map<ListName, string[]> {
  const found = new Map<ListName, string[]>();
  for (const word of ["", ...text.words]) {
    const line = findLine(index, word);
    for (const part of line === "" ? [] : line.split("\t")) {
      const name = LISTS[Number.parseInt(part.charAt(0), 36)];
      const patterns = possiblePatterns(part.slice(1), text);
      if (name && patterns.length > 0) found.set(name, [...(found.get(name) ?? []), ...patterns]);
    }
  }
  return found;
}

function findLine(index: Index, word: string): string {
  const bucket = index[bucketOf(word)];
  const start = typeof bucket === "string" ? bucket.indexOf(`\n${word}\t`) : -1;
  if (!bucket || start === -1) return "";
  const end = bucket.indexOf("\n", start + 1);
  return bucket.slice(start + word.length + 2, end === -1 ? undefined : end);
}

/** Of the entries whose words are all in the text. */
function possiblePatterns(entries: string, { all, words }: TextWords): string[] {
  const isThere = (word: string) =>
    word.startsWith("~") ? all.includes(word.slice(1)) : word === "" || words.has(word);
  const found: string[] = [];
  for (const entry of entries.split(ENTRY)) {
    const end = entry.indexOf(FIELD);
    const needed = entry.slice(0, end);
    const isPossible = needed.includes(" ") ? needed.split(" ").every(isThere) : isThere(needed);
    if (isPossible) found.push(entry.slice(end + 1));
  }
  return found;
}

function compileAny(patterns: readonly string[], isSpaced: boolean, letter: string): RegExp | null {
  if (patterns.length === 0) return null;
  const distinct = [...new Set(patterns)];
  const isWhole = (pattern: string) => pattern.startsWith("^") || pattern.startsWith(",");
  const inside = distinct.filter((pattern) => !isWhole(pattern));
  const whole = distinct.filter(isWhole);
  return compile([...whole, ...(inside.length === 0 ? [] : [wholeWords(inside, isSpaced)])], letter, "gm");
}

/** At the end of what stands before a match, with at most two words between. */
function compileNegation(patterns: readonly string[], isSpaced: boolean, letter: string): RegExp {
  if (patterns.length === 0) return /(?!)/;
  const between = isSpaced ? "(?:\\s+@L+){0,2}\\s*" : ".{0,4}";
  return compile([`${wholeWords(patterns, isSpaced)}${between}$`], letter);
}

function wholeWords(patterns: readonly string[], isSpaced: boolean): string {
  const any = `(?:${patterns.join("|")})`;
  return isSpaced ? `(?<!@L)${any}(?!@L)` : any;
}

function compile(patterns: readonly string[], letter: string, flags = ""): RegExp {
  let source = patterns.join("|").replaceAll("@L", letter);
  for (const [short, long] of ABBREVIATIONS) source = source.replaceAll(short, long);
  return new RegExp(source, flags);
}
