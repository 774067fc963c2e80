// To prepare a pattern takes the engine a hundred times longer than to see that a text has none of its words: a stop that
// looks at a few messages would spend most of its time on patterns that cannot match.
import { ANCHORS } from "./anchors.generated.ts";

/** Ways it may match; in each, of every choice one must be there. */
type Anchors = readonly (readonly (readonly string[])[])[];

const known = new Map<RegExp, Anchors>();
let lastText = "";
let lastLower = "";

export function find(pattern: RegExp, text: string): RegExpExecArray | null {
  return mayMatch(pattern, text) ? pattern.exec(text) : null;
}

export function matches(pattern: RegExp, text: string): boolean {
  return mayMatch(pattern, text) && pattern.test(text);
}

/** Of the pattern's own words: one that was changed has no anchors until they are generated anew, and is just tried. */
export function keyOf({ source }: RegExp): string {
  return Bun.hash.wyhash(source).toString(36);
}

/** False: it does not match, and need not be tried. */
export function mayMatch(pattern: RegExp, text: string): boolean {
  const ways = anchorsFor(pattern);
  if (ways.length === 0) return true;
  const lower = lowerCase(text);
  for (const needs of ways) if (hasAll(lower, needs)) return true;
  return false;
}

function hasAll(lower: string, needs: readonly (readonly string[])[]): boolean {
  for (const choice of needs) if (!hasOne(lower, choice)) return false;
  return true;
}

function hasOne(lower: string, choice: readonly string[]): boolean {
  for (const anchor of choice) if (lower.includes(anchor)) return true;
  return false;
}

function anchorsFor(pattern: RegExp): Anchors {
  let ways = known.get(pattern);
  if (ways === undefined) {
    const lines = ANCHORS[keyOf(pattern)]?.split("\n") ?? [];
    ways = lines.map((line) => line.split("\t").map((choice) => choice.split("|")));
    known.set(pattern, ways);
  }
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
