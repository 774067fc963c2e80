// A syntax tree for the part of RE2 that secret scanners use. Flags are resolved into the sets they affect.

export type Range = readonly [from: number, to: number];

export type Node =
  /** `folded`: written under (?i), so both cases are in `ranges`. */
  | { kind: "set"; ranges: Range[]; folded: boolean }
  | { kind: "seq"; items: Node[] }
  | { kind: "alt"; options: Node[] }
  | { kind: "repeat"; item: Node; min: number; max: number; lazy: boolean }
  | { kind: "capture"; item: Node }
  | { kind: "edge"; text: "^" | "$" | "\\b" | "\\B" };

export const LAST_CHAR = 0xffff;

export function normalize(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function negate(ranges: readonly Range[]): Range[] {
  const gaps: Range[] = [];
  let next = 0;
  for (const [from, to] of normalize(ranges)) {
    if (from > next) gaps.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST_CHAR) gaps.push([next, LAST_CHAR]);
  return gaps;
}

/** Adds the other case of every ASCII letter; what (?i) folds beyond ASCII never occurs in a secret. */
export function foldCase(ranges: readonly Range[]): Range[] {
  const both: Range[] = [...ranges];
  for (const [from, to] of ranges) {
    const upper = overlap(from, to, 65, 90);
    const lower = overlap(from, to, 97, 122);
    if (upper) both.push([upper[0] + 32, upper[1] + 32]);
    if (lower) both.push([lower[0] - 32, lower[1] - 32]);
  }
  return normalize(both);
}

export function sameRanges(a: readonly Range[], b: readonly Range[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function overlap(from: number, to: number, low: number, high: number): Range | undefined {
  const start = Math.max(from, low);
  const end = Math.min(to, high);
  return start <= end ? [start, end] : undefined;
}
