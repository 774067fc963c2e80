// A unified diff, for showing what an edit does. Not for hooks: it loads a library.
import { structuredPatch } from "diff";
import type { Style } from "../text/wrap.ts";
import { parseBody } from "./settings-value.ts";

const CONTEXT_LINES = 3;

/** Unified, ready to print; null stands for no file. Empty when nothing changes. */
export function renderDiff(
  path: string,
  before: string | null,
  after: string | null,
  style: Omit<Style, "yellow">,
): string[] {
  if (before === after) return [];
  const isSpread = isLongLine(before) || isLongLine(after);
  const show = (text: string | null) => (isSpread && text !== null ? withLineBreaks(text) : (text ?? ""));
  const paint: Record<string, (text: string) => string> = { "+": style.green, "-": style.red };
  const { hunks } = structuredPatch("", "", endLine(show(before)), endLine(show(after)), "", "", {
    context: CONTEXT_LINES,
  });
  return [
    style.bold(`--- ${before === null ? "/dev/null" : path}`),
    style.bold(`+++ ${after === null ? "/dev/null" : path}`),
    ...(isSpread ? [style.dim("(the file is one line and stays so; shown here with line breaks)")] : []),
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      style.cyan(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`),
      // A carriage return makes lines differ, but is not shown.
      ...lines.map((line) => (paint[line.charAt(0)] ?? style.dim)(line.replace(/\r$/, ""))),
    ]),
  ];
}

function isLongLine(text: string | null): boolean {
  return text !== null && text.length > 200 && !text.trim().includes("\n");
}

function withLineBreaks(text: string): string {
  return `${JSON.stringify(parseBody(text), null, 2)}\n`;
}

/** A missing last newline is not worth a line of its own. */
function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** As `diff -u` writes it: an empty range names the line before it. */
function range(start: number, count: number): string {
  if (count === 1) return `${start}`;
  return `${count === 0 ? start - 1 : start},${count}`;
}
