// Looks for patterns in a text. Most have none of their words in it, which is seen before anything is prepared.
import { type Alternative, type Pattern, pruneTree } from "./pattern.ts";
import { readShared } from "./tables.generated.ts";

/** Ways it may match; in each, of every choice one must be there. A choice is taken apart when it is reached. */
type Anchors = (string | string[])[][];

interface Prepared {
  anchors: Anchors;
  tree: Alternative[] | null;
  whole: RegExp | null;
  uses: number;
}

/** One that is looked for so often is better prepared whole, once. */
const OFTEN = 12;

const known = new Map<Pattern, Prepared>();
const pruned = new Map<string, RegExp>();
let lastText = "";
let lastLower = "";

export function find(pattern: Pattern, text: string): RegExpExecArray | null {
  return fitFor(pattern, text)?.exec(text) ?? null;
}

export function matches(pattern: Pattern, text: string): boolean {
  return fitFor(pattern, text)?.test(text) ?? false;
}

export function splitAt(pattern: Pattern, text: string): string[] {
  const fit = fitFor(pattern, text);
  return fit === null ? [text] : text.split(fit);
}

/** False: it does not match, and need not be tried. */
export function mayMatch(pattern: Pattern, text: string): boolean {
  const prepared = prepare(pattern);
  return prepared.anchors.length > 0 ? hasAnchors(prepared, text) : fitFor(pattern, text) !== null;
}

function hasAnchors({ anchors }: Prepared, text: string): boolean {
  if (anchors.length === 0) return true;
  const lower = lowerCase(text);
  for (const needs of anchors) if (hasAll(lower, needs)) return true;
  return false;
}

function hasAll(lower: string, needs: (string | string[])[]): boolean {
  for (let place = 0; place < needs.length; place++) {
    let choice = needs[place] ?? "";
    if (typeof choice === "string") {
      choice = choice.split("|");
      needs[place] = choice;
    }
    if (!hasOne(lower, choice)) return false;
  }
  return true;
}

function hasOne(lower: string, choice: readonly string[]): boolean {
  for (const anchor of choice) if (lower.includes(anchor)) return true;
  return false;
}

/** null when it cannot match. */
function fitFor(pattern: Pattern, text: string): RegExp | null {
  const prepared = prepare(pattern);
  if (!hasAnchors(prepared, text)) return null;
  if (prepared.whole) return prepared.whole;
  prepared.tree ??= JSON.parse(pattern.read()[1]) as Alternative[];
  if (++prepared.uses > OFTEN) {
    prepared.whole = new RegExp(pruneTree(prepared.tree, null, readShared) ?? "", pattern.flags);
    return prepared.whole;
  }
  const source = pruneTree(prepared.tree, lowerCase(text), readShared);
  if (source === null) return null;
  const key = `${pattern.flags}/${source}`;
  const fit = pruned.get(key) ?? new RegExp(source, pattern.flags);
  pruned.set(key, fit);
  return fit;
}

function prepare(pattern: Pattern): Prepared {
  let prepared = known.get(pattern);
  if (prepared === undefined) {
    prepared = { anchors: readAnchors(pattern.read()[0]), tree: null, whole: null, uses: 0 };
    known.set(pattern, prepared);
  }
  return prepared;
}

function readAnchors(text: string): Anchors {
  const ways: Anchors = [];
  if (text === "") return ways;
  for (const line of text.split("\n")) ways.push(line.split("\t"));
  return ways;
}

/** Many patterns are looked for in the same text. */
function lowerCase(text: string): string {
  if (text !== lastText) {
    lastText = text;
    lastLower = text.toLowerCase();
  }
  return lastLower;
}
