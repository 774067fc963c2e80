// A pattern as data. To prepare a long one takes the engine a millisecond, a thousand times longer than to look for it: so
// only those of its choices are prepared that the text at hand has the words for. What is found is the same.

export interface Pattern {
  flags: string;
  /**
   * Anchors: ways it may match, a line each; of every column one of the texts stands in what it matches. And its
   * alternatives, as JSON.
   */
  read(): readonly [anchors: string, tree: string];
}

/**
 * Letters that mean themselves, or: what it cannot do without (in lower case; "": nothing in particular), and its parts.
 * Those of a long one are JSON again: mostly they are not needed.
 */
export type Alternative = string | Sequence | Packed;
type Sequence = readonly [need: string, ...parts: Part[]];
export type Part = string | Group;
type Packed = readonly [need: string, packed: 1, parts: string];
/**
 * `spare` 1: where none of its alternatives can be met, all else goes on without it. Alternatives that several patterns have
 * are kept apart, under a number.
 */
export type Group =
  | readonly [open: string, close: string, spare: 0 | 1, ...alternatives: Alternative[]]
  | readonly [open: string, close: string, spare: 0 | 1, shared: number];
/** The alternatives of a number, as JSON. */
export type ReadShared = (shared: number) => string;

/** Texts are looked at one after the other. */
const forLast = new Map<number, string | null>();
let last: string | null = null;

/** The source of what is left of it for a text in lower case (null: for all texts); null when nothing is. */
export function pruneTree(
  tree: readonly Alternative[],
  lower: string | null,
  readShared: ReadShared,
): string | null {
  if (lower !== last) forLast.clear();
  last = lower;
  return prune(tree, 0, lower, readShared);
}

function prune(
  alternatives: readonly unknown[],
  from: number,
  lower: string | null,
  readShared: ReadShared,
): string | null {
  let kept: string | null = null;
  for (let place = from; place < alternatives.length; place++) {
    const one = pruneOne(alternatives[place] as Alternative, lower, readShared);
    if (one !== null) kept = kept === null ? one : `${kept}|${one}`;
  }
  return kept;
}

function pruneOne(alternative: Alternative, lower: string | null, readShared: ReadShared): string | null {
  const need = typeof alternative === "string" ? alternative : alternative[0];
  if (lower !== null && need !== "" && !lower.includes(need)) return null;
  if (typeof alternative === "string") return alternative;
  return alternative[1] === 1
    ? pruneParts(JSON.parse(alternative[2] as string), 0, lower, readShared)
    : pruneParts(alternative as Sequence, 1, lower, readShared);
}

function pruneParts(
  parts: readonly Part[],
  from: number,
  lower: string | null,
  readShared: ReadShared,
): string | null {
  let source = "";
  for (let place = from; place < parts.length; place++) {
    const part = parts[place] as Part;
    if (typeof part === "string") {
      source += part;
      continue;
    }
    const [, , , first] = part;
    const inner =
      typeof first === "number" ? pruneShared(first, lower, readShared) : prune(part, 3, lower, readShared);
    if (inner !== null) source += part[0] + inner + part[1];
    else if (part[2] === 0) return null;
  }
  return source;
}

function pruneShared(shared: number, lower: string | null, readShared: ReadShared): string | null {
  const known = forLast.get(shared);
  if (known !== undefined) return known;
  const source = prune(JSON.parse(readShared(shared)), 0, lower, readShared);
  forLast.set(shared, source);
  return source;
}
