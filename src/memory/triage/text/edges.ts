// Where words begin and end in a text: what stands between two such marks is a whole word.

export const EDGE = "~";

const edgePattern = (): RegExp => /\b/g;
const wordPattern = (): RegExp => /\w+/g;

export function markEdges(text: string): string {
  return text.replace(edgePattern(), EDGE);
}

let lastMarked = "";
let lastWords: readonly string[] = [];

/** The words of a text whose edges are marked, each once. Many patterns are looked for in the same text. */
export function wordsIn(marked: string): readonly string[] {
  if (marked !== lastMarked) {
    lastMarked = marked;
    lastWords = [...new Set(marked.match(wordPattern()))];
  }
  return lastWords;
}
