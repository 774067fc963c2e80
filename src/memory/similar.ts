// Says when two memories are about the same, so that one is changed instead of a second one written.
import type { Memory } from "./memory.ts";
import { queryWords } from "./query-words.ts";

/** They say how, not what about. */
const LIGHT = new Set([
  "use",
  "uses",
  "used",
  "using",
  "always",
  "never",
  "please",
  "prefer",
  "prefers",
  "want",
  "make",
  "run",
  "need",
  "needs",
]);

const SAME_TITLE = 0.5;
const SAME_TEXT = 0.6;

type Text = Pick<Memory, "title" | "body" | "category">;

/** 0 to 1; null when they are different things. */
export function similarity(a: Text, b: Text): number | null {
  const titles = overlap(wordsOf(a.title), wordsOf(b.title));
  const texts = overlap(wordsOf(`${a.title} ${a.body}`), wordsOf(`${b.title} ${b.body}`));
  if (a.category === b.category && titles >= SAME_TITLE) return Math.max(titles, texts);
  return texts >= SAME_TEXT ? texts : null;
}

function wordsOf(text: string): Set<string> {
  const words = queryWords(text);
  const telling = words.filter((word) => !LIGHT.has(word));
  return new Set((telling.length > 0 ? telling : words).map(stem));
}

/** Enough of a stem to see through a plural or an ending. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
