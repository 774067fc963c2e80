// The tables of words as people write them (data/triage-words), and the index made of them for the hook: each entry as a pattern, under
// one of its words, so that a text is compared only with entries that it may contain.

export const TEXT_CATEGORIES = ["DECISION", "RUNBOOK", "CONSTRAINT", "TECH_DEBT", "PREFERENCE"] as const;
export type TextCategory = (typeof TEXT_CATEGORIES)[number];

const KINDS = ["primary", "booster", "alone", "weak", "brief", "unless"] as const;
export type Kind = (typeof KINDS)[number];
const GENERAL = ["not", "supposed", "asked"] as const;

/** "DECISION.primary" or "not" */
export type ListName = `${TextCategory}.${Kind}` | (typeof GENERAL)[number];

/** The index names a list by its place here, in base 36. */
export const LISTS: readonly ListName[] = [
  ...GENERAL,
  ...TEXT_CATEGORIES.flatMap((category) => KINDS.map((kind): ListName => `${category}.${kind}`)),
];

export type Table = { spoken?: string; script?: string; isSpaced?: boolean } & Partial<
  Record<TextCategory, Partial<Record<Kind, string>>> & Record<(typeof GENERAL)[number], string>
>;

/**
 * Lines by the first letters of their words: a line break, the word, and for each list with entries that have it a tab, the list
 * and the entries, stored as by `storeEntries`. Entries without a word are under "".
 */
export type Index = Record<string, string>;

/** Of every alphabet in use here, without Unicode classes, which are slow. */
export const LETTER = "[a-z0-9_ß-öø-ÿœěа-яё]";

const WORD = new RegExp(`(?:${LETTER}|[*#])+`, "g");
const SIGNS = /[\s…*#^:：]+/;

export function indexEntries(table: Table): Index {
  const isSpaced = isSpacedIn(table);
  const entries = LISTS.flatMap((name, at) => {
    const [category, kind] = name.split(".") as [TextCategory, Kind | undefined];
    const list = kind ? table[category]?.[kind] : table[name as (typeof GENERAL)[number]];
    const words = (entry: string) => (isSpaced ? alternativeWords(entry) : []);
    return splitList(list).map((entry) => ({ code: at.toString(36), entry, words: words(entry) }));
  });
  const counts = new Map<string, number>();
  for (const word of entries.flatMap(({ words }) => words.flat()))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const lines = new Map<string, Map<string, string[]>>();
  for (const { code, entry, words } of entries)
    for (const word of rarestOf(words, counts)) {
      const lists = lines.get(word) ?? new Map<string, string[]>();
      lines.set(word, lists.set(code, [...(lists.get(code) ?? []), entry]));
    }
  const index: Index = {};
  for (const [word, lists] of lines) {
    const line = [...lists].map(([code, list]) => `\t${code}${storeEntries(list, isSpaced)}`).join("");
    index[bucketOf(word)] = `${index[bucketOf(word)] ?? ""}\n${word}${line}`;
  }
  return index;
}

export function isSpacedIn({ isSpaced, script }: Table): boolean {
  return isSpaced ?? script === undefined;
}

export function bucketOf(word: string): string {
  return word.slice(0, 2);
}

export function splitList(list = ""): string[] {
  return list
    .split(/,\s+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Between entries, and in one between what it needs and its pattern. */
export const ENTRY = "¶";
export const FIELD = "¦";

/** Each with the words that a text needs for it, and parts of words after a tilde. */
export function storeEntries(entries: readonly string[], isSpaced: boolean): string {
  return entries
    .map((entry) => [neededFor(entry, isSpaced).join(" "), patternOf(entry, isSpaced)].join(FIELD))
    .join(ENTRY);
}

function neededFor(entry: string, isSpaced: boolean): string[] {
  const outside = entry.replace(/\([^)]*\)/g, " ");
  if (!isSpaced)
    return outside
      .split(SIGNS)
      .filter((part) => part !== "")
      .map((part) => `~${part}`);
  return wordsOf(outside).flatMap((word) => {
    const [stem = "", rest] = word.split(/[*#]+/, 2);
    return rest === undefined ? word : stem === "" ? [] : `~${stem}`;
  });
}

/** For each part of an entry, the words of which one must be in the text. */
function alternativeWords(entry: string): string[][] {
  const literal = (text: string) => wordsOf(text).filter((word) => !/[*#]/.test(word));
  const groups = [...entry.matchAll(/\(([^)]*)\)/g)].map(([, list = ""]) => list.split("|"));
  const outside = literal(entry.replace(/\([^)]*\)/g, " ")).map((word) => [word]);
  // Of an alternative of several words, the first.
  const inside = groups.map((group) => group.map((one) => literal(one)[0] ?? ""));
  return [...outside, ...inside.filter((group) => !group.includes(""))];
}

function rarestOf(parts: readonly string[][], counts: ReadonlyMap<string, number>): string[] {
  const weight = (part: string[]) => part.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
  return [...new Set(parts.toSorted((a, b) => weight(a) - weight(b))[0] ?? [""])];
}

function wordsOf(entry: string): string[] {
  return (entry.match(WORD) ?? []).filter((word) => word !== "comma");
}

/** One that begins with `^` or a comma has its own beginning and end; the others match whole words. With `ABBREVIATIONS`. */
function patternOf(entry: string, isSpaced: boolean): string {
  const gap = isSpaced ? "@G" : "[^。；！？]{0,30}";
  const text = entry
    .replace(/^\^|[:：]$/g, "")
    .replace(/[.+?[\]{}\\/-]/g, "\\$&")
    .replaceAll("(", "(?:")
    .replace(/ ?(…)? ?comma\b/g, (_, isApart) => `${isApart ? gap : ""},`)
    .replace(/ ?… ?/g, isSpaced ? `${gap}\\s` : gap)
    .replaceAll("*", "@L*")
    .replaceAll(" ", "\\s+")
    .replaceAll("#", "@N");
  const isOpening = entry.startsWith("^");
  if (/[:：]$/.test(entry)) {
    const before = isOpening ? "" : isSpaced ? "(?:@L+ ){0,2}" : ".{0,4}";
    return `^${before}${text}@A`;
  }
  if (!isOpening && !text.startsWith(",")) return text;
  return `${isOpening ? "^" : ""}${text}${isSpaced ? "(?!@L)" : ""}`;
}
