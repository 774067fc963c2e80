import type { Category } from "../category.ts";

/** Of the words alone: case, punctuation and spacing make no new evidence. */
export function fingerprintOf(category: Category, words: string): string {
  const lower = words.toLowerCase();
  const bare = asciiWords(lower) ?? withoutMarks(lower);
  return `${category}:${Bun.hash(bare).toString(36)}`;
}

function withoutMarks(lower: string): string {
  return lower.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** The letters of all scripts are a table that takes the engine its time; null where it is needed. */
function asciiWords(lower: string): string | null {
  let words = "";
  let from = 0;
  for (let at = 0; at <= lower.length; at++) {
    const code = at < lower.length ? lower.charCodeAt(at) : 0;
    if (code > 127) return null;
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) continue;
    if (at > from) words += words === "" ? lower.slice(from, at) : ` ${lower.slice(from, at)}`;
    from = at + 1;
  }
  return words;
}
