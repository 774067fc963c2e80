// A unified diff, for showing what an edit does. Not for hooks: it loads a library.
import { structuredPatch } from "diff";
import { parseBody } from "./settings-value.ts";

interface DiffLine {
  kind: "same" | "added" | "removed" | "hunk";
  text: string;
}

const CONTEXT_LINES = 3;
const KINDS: Record<string, DiffLine["kind"]> = { " ": "same", "+": "added", "-": "removed" };

type Paint = (text: string) => string;

const SIGNS: Record<Exclude<DiffLine["kind"], "hunk">, string> = { same: " ", added: "+", removed: "-" };

/** Unified, ready to print; null stands for no file. Empty when nothing changes. */
export function renderDiff(
  path: string,
  before: string | null,
  after: string | null,
  style: Record<"bold" | "red" | "green" | "cyan" | "dim", Paint>,
): string[] {
  if (before === after) return [];
  const isSpread = isLongLine(before) || isLongLine(after);
  const show = (text: string | null) => (isSpread && text !== null ? withLineBreaks(text) : (text ?? ""));
  const paint = { same: style.dim, added: style.green, removed: style.red, hunk: style.cyan };
  return [
    style.bold(`--- ${before === null ? "/dev/null" : path}`),
    style.bold(`+++ ${after === null ? "/dev/null" : path}`),
    ...(isSpread ? [style.dim("(the file is one line and stays so; shown here with line breaks)")] : []),
    ...diffLines(show(before), show(after)).map(({ kind, text }) =>
      paint[kind](kind === "hunk" ? text : SIGNS[kind] + text),
    ),
  ];
}

function isLongLine(text: string | null): boolean {
  return text !== null && text.length > 200 && !text.trim().includes("\n");
}

function withLineBreaks(text: string): string {
  return `${JSON.stringify(parseBody(text), null, 2)}\n`;
}

export function diffLines(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch("", "", endLine(before), endLine(after), "", "", {
    context: CONTEXT_LINES,
  });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    { kind: "hunk", text: `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@` },
    ...lines.map((line): DiffLine => ({ kind: KINDS[line.charAt(0)] ?? "same", text: shown(line) })),
  ]);
}

/** A missing last newline is not worth a line of its own. */
function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** A carriage return makes lines differ, but is not shown. */
function shown(line: string): string {
  return line.slice(1).replace(/\r$/, "");
}

/** As `diff -u` writes it: an empty range names the line before it. */
function range(start: number, count: number): string {
  if (count === 1) return `${start}`;
  return `${count === 0 ? start - 1 : start},${count}`;
}
