/** The same question, though perhaps not in the same words: most of the words of the shorter one are in the other. */
export function isSameQuestion(declared: string, asked: string): boolean {
  const [a, b] = [wordsOf(declared), wordsOf(asked)];
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  if (short.size === 0) return declared.trim() === asked.trim();
  const common = [...short].filter((word) => long.has(word)).length;
  return common / short.size >= 0.7 && (short.size >= 2 || long.size <= 2);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
