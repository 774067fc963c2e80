// Rules that need more than one line of a file: merge markers, and bodies that are only `pass`.
import type { AddedLine } from "../../worktree/added-lines.ts";
import type { Weight } from "./leftover.ts";
import { isProse } from "./path-kind.ts";

export interface Hit {
  rule: string;
  weight: Weight;
  what: string;
  at: AddedLine;
  /** Told instead of the line's own text. */
  shown?: string;
}

/** `lines` are one file's, in order. */
export function findMergeMarkers(lines: readonly AddedLine[]): Hit[] {
  const marks = lines.filter(({ text }) => /^(?:<{7}|>{7}) \S/.test(text));
  const [first] = marks;
  // A page about merging shows them; one that was left in the middle of a merge has all three.
  if (first && isProse(first.path)) {
    const isWhole =
      lines.some(({ text }) => /^<{7} \S/.test(text)) &&
      lines.some(({ text }) => /^={7}\s*$/.test(text)) &&
      lines.some(({ text }) => /^>{7} \S/.test(text));
    if (!isWhole || lines.some(({ text }) => /^\s*(?:```|~~~)/.test(text))) return [];
  }
  return marks.map((at) => ({ rule: "merge-marker", weight: "block", what: "a merge marker", at }));
}

const DEF = /^(\s*)(?:async\s+)?def\s+(\w+)\s*\(.*\)\s*(?:->.*)?:\s*(?:#.*)?$/;
const ONE_LINE = /^\s*(?:async\s+)?def\s+(\w+)\s*\(.*\)\s*(?:->.*)?:\s*pass\s*(?:#.*)?$/;
const PASS = /^(\s*)pass\s*(?:#.*)?$/;
const DOCSTRING = /^\s*(?:"""|''').*(?:"""|''')\s*$/;
const WANTED_ABOVE = /@(?:\w+\.)*(?:abstract\w*|overload|fixture|validator)\b/;

/** A function with nothing in it. Classes and handlers of exceptions may well be empty. */
export function findEmptyBodies(lines: readonly AddedLine[]): Hit[] {
  if (!/\.pyi?$/.test(lines[0]?.path ?? "") || lines[0]?.path.endsWith(".pyi")) return [];
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  return lines.flatMap((at) => {
    if (!isEmptyFunction(at, byNumber)) return [];
    const above = byNumber.get(at.line - 1)?.text ?? "";
    return WANTED_ABOVE.test(above)
      ? []
      : [{ rule: "placeholder", weight: "once" as const, what: "a function with an empty body", at }];
  });
}

function isEmptyFunction(at: AddedLine, byNumber: ReadonlyMap<number, AddedLine>): boolean {
  if (ONE_LINE.test(at.text)) return true;
  const def = DEF.exec(at.text);
  if (!def) return false;
  let next = byNumber.get(at.line + 1);
  if (next && DOCSTRING.test(next.text)) next = byNumber.get(next.line + 1);
  const body = next && PASS.exec(next.text);
  if (!next || !body || (body[1] ?? "").length <= (def[1] ?? "").length) return false;
  // Only what was added is seen: an unseen line below may be the rest of the body, unless it is empty or the end.
  const after = byNumber.get(next.line + 1)?.text;
  return after === undefined || after.trim() === "" || indentOf(after) <= (def[1] ?? "").length;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
