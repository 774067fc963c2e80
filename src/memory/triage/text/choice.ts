// Texts of which one must stand in what a pattern matches. Many patterns have the same choice, and are looked for in the
// same text.
import { wordsIn } from "./edges.ts";

export interface Choice {
  /** Whole words, between blanks. */
  list: string;
  /** The same, once they were looked up often enough to be worth it. */
  words: ReadonlySet<string> | null;
  parts: readonly string[];
  uses: number;
  lastText: string;
  wasThere: boolean;
}

const OFTEN = 8;

const known = new Map<string, Choice>();

/** The first is a list of whole words. */
export function readChoice(text: string): Choice {
  const same = known.get(text);
  if (same) return same;
  const [list = "", ...parts] = text.split("|");
  const choice = { list, words: null, parts, uses: 0, lastText: "", wasThere: false };
  known.set(text, choice);
  return choice;
}

/** `marked`: a text whose edges are marked. */
export function hasOne(marked: string, choice: Choice): boolean {
  if (choice.lastText !== marked) {
    choice.lastText = marked;
    choice.wasThere = hasWord(marked, choice) || hasPart(marked, choice.parts);
  }
  return choice.wasThere;
}

function hasWord(marked: string, choice: Choice): boolean {
  const { list } = choice;
  if (list.length <= 2) return false;
  if (++choice.uses > OFTEN) choice.words ??= new Set(list.trim().split(" "));
  for (const word of wordsIn(marked))
    if (choice.words ? choice.words.has(word) : list.includes(` ${word} `)) return true;
  return false;
}

function hasPart(marked: string, parts: readonly string[]): boolean {
  for (const part of parts) if (marked.includes(part)) return true;
  return false;
}
