import type { Category } from "./category.ts";

/** Of the words alone: case, punctuation and spacing make no new evidence. */
export function fingerprintOf(category: Category, words: string): string {
  const bare = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return `${category}:${Bun.hash(bare).toString(36)}`;
}
