// A text into its sentences, with what is only quoted, shown or listed taken out of sight.
import { restoreApostrophes } from "./apostrophes.ts";
import { maskSpans } from "./mask.ts";
import { proseLines } from "./prose.ts";

export interface Sentence {
  /** As it was written, without markup. */
  plain: string;
  /** In lower case, with code and quotes made unreadable and apostrophes where they belong. */
  masked: string;
  /** A line in a list of options. */
  option: boolean;
  /** The line it stands on. */
  line: number;
}

const LONGEST = 600;
const MOST = 400;
/** A full stop inside a number, a file name or an abbreviation ends nothing. */
const endPattern = () =>
  /(?<!\b(?:e\.g|i\.e|etc|vs|approx|bzw|z\.b|p\. ?ej))[.!?]+["')\]]*(?=\s|$)|[。！？；]|;(?=\s)|\s(?=\d\)\s|(?:btw|by the way|oh and)\b)/gi;

let lastText = "";
let lastSentences: readonly Sentence[] = [];

/** Several look at the same text, one after the other. */
export function splitSentences(text: string): readonly Sentence[] {
  if (text !== lastText) {
    lastSentences = split(text);
    lastText = text;
  }
  return lastSentences;
}

function split(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let number = -1;
  for (const { line, option } of proseLines(text)) {
    number++;
    const masked = maskSpans(line);
    let start = 0;
    for (const stop of [...endsIn(masked), line.length]) {
      const plain = line.slice(start, stop).trim();
      const sentence = { plain: plain.slice(0, LONGEST), option, line: number };
      if (plain.length > 2)
        sentences.push({
          ...sentence,
          masked: restoreApostrophes(maskSpans(plain).slice(0, LONGEST).toLowerCase()),
        });
      start = stop;
      if (sentences.length >= MOST) return sentences;
    }
  }
  return sentences;
}

function endsIn(masked: string): number[] {
  const ends: number[] = [];
  if (!mayEndWithin(masked)) return ends;
  for (const match of masked.matchAll(endPattern())) ends.push(match.index + match[0].length);
  return ends;
}

/** Most lines have one sentence, and end with it. */
function mayEndWithin(masked: string): boolean {
  for (const mark of [".", "!", "?", ";", "。", "！", "？", "；", ") ", " btw ", " by the way", " oh and "]) {
    const at = masked.indexOf(mark);
    if (at !== -1 && at < masked.length - 1) return true;
  }
  return false;
}
