import type { Category } from "./category.ts";

/** Of the words alone: case, punctuation and spacing make no new evidence. */
export function fingerprintOf(category: Category, words: string): string {
  const lower = words.toLowerCase();
  const bare = (isAscii(lower) ? lower.replace(/[^a-z\d]+/g, " ") : withoutMarks(lower)).trim();
  return `${category}:${Bun.hash(bare).toString(36)}`;
}

function withoutMarks(lower: string): string {
  return lower.replace(/[^\p{L}\p{N}]+/gu, " ");
}

/** The letters of all scripts are a table that takes the engine its time. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
