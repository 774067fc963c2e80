// Prints a tree as a JavaScript pattern. Sets are written out, so that \s, \w and . mean the same as in RE2; groups do not capture,
// because the whole match is the secret.
import { foldCase, LAST_CHAR, type Node, negate, type Range, sameRanges } from "./re2-tree.ts";

/** Limits an unbounded repetition, to keep a rule linear; the redactor takes the rest of the run. */
const MAX_RUN = 2000;

const NAMED: [text: string, ranges: Range[]][] = [
  [
    "\\w",
    [
      [48, 57],
      [65, 90],
      [95, 95],
      [97, 122],
    ],
  ],
  ["\\d", [[48, 57]]],
  ["[\\s\\S]", [[0, LAST_CHAR]]],
];

/** True when one `i` flag is equivalent to the (?i) groups. */
export function isCaseless(node: Node): boolean {
  return sets(node).every(({ ranges, folded }) => folded || sameRanges(ranges, foldCase(ranges)));
}

export function printRegex(node: Node, caseless: boolean): string {
  switch (node.kind) {
    case "set":
      return printSet(caseless ? dropUpper(node.ranges) : node.ranges);
    case "edge":
      return node.text;
    case "capture":
      return printRegex(node.item, caseless);
    case "alt":
      return `(?:${node.options.map((option) => printRegex(option, caseless)).join("|")})`;
    case "seq":
      return node.items.map((item) => printRegex(item, caseless)).join("");
    case "repeat":
      return printRepeat(node, caseless);
  }
}

function sets(node: Node): Extract<Node, { kind: "set" }>[] {
  switch (node.kind) {
    case "set":
      return [node];
    case "edge":
      return [];
    case "alt":
      return node.options.flatMap(sets);
    case "seq":
      return node.items.flatMap(sets);
    default:
      return sets(node.item);
  }
}

function printRepeat(node: Extract<Node, { kind: "repeat" }>, caseless: boolean): string {
  const { item, min, lazy } = node;
  const max = Math.min(node.max, Math.max(MAX_RUN, min));
  const inner = printRegex(item, caseless);
  const atom = item.kind === "set" || item.kind === "alt" ? inner : `(?:${inner})`;
  if (min === 1 && max === 1) return atom;
  const count = min === 0 && max === 1 ? "?" : min === max ? `{${min}}` : `{${min},${max}}`;
  return atom + count + (lazy ? "?" : "");
}

function printSet(ranges: readonly Range[]): string {
  const named = NAMED.find(([, known]) => sameRanges(known, ranges));
  if (named) return named[0];
  const [only] = ranges;
  if (ranges.length === 1 && only && only[0] === only[1]) return printChar(only[0], /[\\^$.*+?()[\]{}|/]/);
  const inverted = ranges.at(-1)?.[1] === LAST_CHAR;
  const listed = (inverted ? negate(ranges) : ranges).map(printRange).join("");
  return inverted ? `[^${listed}]` : `[${listed}]`;
}

function printRange([from, to]: Range): string {
  const first = printChar(from, /[\\\]^[/-]/);
  if (from === to) return first;
  return to === from + 1 ? first + printChar(to, /[\\\]^[/-]/) : `${first}-${printChar(to, /[\\\]^[/-]/)}`;
}

function printChar(code: number, special: RegExp): string {
  const char = String.fromCharCode(code);
  if (char === "\n") return "\\n";
  if (char === "\r") return "\\r";
  if (char === "\t") return "\\t";
  if (code < 32 || code > 126) return `\\u${code.toString(16).padStart(4, "0")}`;
  return special.test(char) ? `\\${char}` : char;
}

/** With the `i` flag, a letter in one case is enough. */
function dropUpper(ranges: readonly Range[]): Range[] {
  if (ranges.at(-1)?.[1] === LAST_CHAR) return [...ranges];
  const upper: Range[] = [[65, 90]];
  const kept = negate([...negate(ranges), ...upper]);
  return sameRanges(foldCase(kept), foldCase(ranges)) ? kept : [...ranges];
}
