// A pattern as data. To prepare a long one takes the engine a millisecond, a thousand times longer than to look for it: so
// only those of its choices are prepared that the text at hand has the words for. What is found is the same.

import { EDGE, wordsIn } from "./edges.ts";

/** By its number: what it is made of is read when it is needed (texts.ts). */
export type Pattern = number;

/**
 * A word that means itself, or several whole ones between blanks, or: what it cannot do without (in lower case, its edges marked; "": nothing in particular), and
 * its parts. Those of a long one are kept apart, under a number: mostly they are not needed.
 */
export type Alternative = string | Sequence | Packed;
type Sequence = readonly [need: string, ...parts: Part[]];
export type Part = string | Group;
type Packed = readonly [need: string, parts: number];
/** Alternatives that several patterns have are kept apart, under a number. `place`: the sum of what holds of it. */
export type Group =
  | readonly [open: string, close: string, place: number, ...alternatives: Alternative[]]
  | readonly [open: string, close: string, place: number, shared: number];
/** Where none of its alternatives can be met, all else goes on without it. */
export const SPARE = 1;
/** Its alternatives begin where no word goes on; they end so. */
export const STARTS_WORD = 2;
export const ENDS_WORD = 4;
/** What is kept apart, as JSON. */
export type ReadShared = (shared: number) => string;

/** Texts are looked at one after the other. */
const forLast = new Map<number, string | null>();
let last: string | null = null;

/** The source of what is left of it for a text in lower case, its edges marked (null: for all texts); null when nothing is. */
export function pruneTree(
  tree: readonly Alternative[],
  marked: string | null,
  readShared: ReadShared,
): string | null {
  if (marked !== last) forLast.clear();
  last = marked;
  return prune(tree, 0, 0, marked, readShared);
}

function prune(
  alternatives: readonly unknown[],
  from: number,
  place: number,
  marked: string | null,
  readShared: ReadShared,
): string | null {
  let kept: string | null = null;
  for (let index = from; index < alternatives.length; index++) {
    const one = pruneOne(alternatives[index] as Alternative, place, marked, readShared);
    if (one !== null) kept = kept === null ? one : `${kept}|${one}`;
  }
  return kept;
}

function pruneOne(
  alternative: Alternative,
  place: number,
  marked: string | null,
  readShared: ReadShared,
): string | null {
  if (typeof alternative === "string")
    return alternative.startsWith(" ")
      ? pruneWords(alternative, marked)
      : mayStand(alternative, place, marked)
        ? alternative
        : null;
  const [need] = alternative;
  if (marked !== null && need !== "" && !marked.includes(need)) return null;
  const [, parts] = alternative;
  return typeof parts === "number"
    ? pruneParts(JSON.parse(readShared(parts)), 0, marked, readShared)
    : pruneParts(alternative as Sequence, 1, marked, readShared);
}

/** Of many words the text has few: those are looked up, not the others. */
function pruneWords(list: string, marked: string | null): string | null {
  if (marked === null) return list.trim().replaceAll(" ", "|");
  let kept: string | null = null;
  for (const word of wordsIn(marked))
    if (list.includes(` ${word} `)) kept = kept === null ? word : `${kept}|${word}`;
  return kept;
}

function mayStand(word: string, place: number, marked: string | null): boolean {
  if (marked === null || word === "") return true;
  const start = (place & STARTS_WORD) === 0 ? word : EDGE + word;
  return marked.includes((place & ENDS_WORD) === 0 ? start : start + EDGE);
}

function pruneParts(
  parts: readonly Part[],
  from: number,
  marked: string | null,
  readShared: ReadShared,
): string | null {
  let source = "";
  for (let index = from; index < parts.length; index++) {
    const part = parts[index] as Part;
    if (typeof part === "string") {
      source += part;
      continue;
    }
    const [, , place, first] = part;
    const inner =
      typeof first === "number"
        ? pruneShared(first, place, marked, readShared)
        : prune(part, 3, place, marked, readShared);
    if (inner !== null) source += part[0] + inner + part[1];
    else if ((place & SPARE) === 0) return null;
  }
  return source;
}

function pruneShared(
  shared: number,
  place: number,
  marked: string | null,
  readShared: ReadShared,
): string | null {
  const key = shared * 8 + place;
  const known = forLast.get(key);
  if (known !== undefined) return known;
  const source = prune(JSON.parse(readShared(shared)), 0, place, marked, readShared);
  forLast.set(key, source);
  return source;
}
