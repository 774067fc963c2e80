// A text into its sentences, with what is only quoted, shown or listed taken out of sight.
import { maskSpans } from "./mask.ts";
import { proseLines } from "./prose.ts";

export interface Sentence {
  /** As it was written, without markup. */
  plain: string;
  /** The same length, lower case, with code and quotes made unreadable. */
  masked: string;
  /** A line in a list of options. */
  option: boolean;
  /** The line it stands on. */
  line: number;
}

const LONGEST = 600;
const MOST = 400;
/** A full stop inside a number, a file name or an abbreviation ends nothing. */
const END = /(?<!\b(?:e\.g|i\.e|etc|vs|approx|bzw|z\.b|p\. ?ej))[.!?]+["')\]]*(?=\s|$)|[。！？；]|;(?=\s)/gi;

export function splitSentences(text: string, most = MOST): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [number, { line, option }] of proseLines(text).entries()) {
    const masked = maskSpans(line);
    let start = 0;
    for (const end of [...endsIn(masked), line.length]) {
      const plain = line.slice(start, end).trim();
      const sentence = { plain: plain.slice(0, LONGEST), option, line: number };
      if (plain.length > 2)
        sentences.push({ ...sentence, masked: maskSpans(plain).slice(0, LONGEST).toLowerCase() });
      start = end;
      if (sentences.length >= most) return sentences;
    }
  }
  return sentences;
}

function endsIn(masked: string): number[] {
  return [...masked.matchAll(END)].map((match) => match.index + match[0].length);
}
