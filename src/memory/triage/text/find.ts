// Looks for patterns in a text. Most have none of their words in it, which is seen before anything is prepared.
import { type Choice, hasOne, readChoice } from "./choice.ts";
import { markEdges } from "./edges.ts";
import { type Alternative, type Pattern, pruneTree } from "./pattern.ts";
import { readAnchors, readShared, readTree } from "./texts.ts";

/** Ways it may match; in each, of every choice one must be there. A choice is taken apart when it is reached. */
type Anchors = (string | Choice)[][];

interface Prepared {
  flags: string;
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
let lastMarked = "";

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
  const marked = markText(text);
  for (const needs of anchors) if (hasAll(marked, needs)) return true;
  return false;
}

function hasAll(marked: string, needs: (string | Choice)[]): boolean {
  for (let place = 0; place < needs.length; place++) {
    let choice = needs[place] ?? "";
    if (typeof choice === "string") {
      choice = readChoice(choice);
      needs[place] = choice;
    }
    if (!hasOne(marked, choice)) return false;
  }
  return true;
}

/** null when it cannot match. */
function fitFor(pattern: Pattern, text: string): RegExp | null {
  const prepared = prepare(pattern);
  if (!hasAnchors(prepared, text)) return null;
  if (prepared.whole) return prepared.whole;
  prepared.tree ??= JSON.parse(readTree(pattern)) as Alternative[];
  if (++prepared.uses > OFTEN) {
    prepared.whole = new RegExp(pruneTree(prepared.tree, null, readShared) ?? "", prepared.flags);
    return prepared.whole;
  }
  const source = pruneTree(prepared.tree, markText(text), readShared);
  if (source === null) return null;
  const key = `${prepared.flags}/${source}`;
  const fit = pruned.get(key) ?? new RegExp(source, prepared.flags);
  pruned.set(key, fit);
  return fit;
}

function prepare(pattern: Pattern): Prepared {
  let prepared = known.get(pattern);
  if (prepared === undefined) {
    prepared = { ...parseAnchors(readAnchors(pattern)), tree: null, whole: null, uses: 0 };
    known.set(pattern, prepared);
  }
  return prepared;
}

function parseAnchors(text: string): Pick<Prepared, "flags" | "anchors"> {
  const lines = text.split("\n");
  const anchors: Anchors = [];
  for (let place = 1; place < lines.length; place++) anchors.push((lines[place] ?? "").split("\t"));
  return { flags: lines[0] ?? "", anchors };
}

/** Many patterns are looked for in the same text. */
function markText(text: string): string {
  if (text !== lastText) {
    lastText = text;
    lastMarked = markEdges(text.toLowerCase());
  }
  return lastMarked;
}
