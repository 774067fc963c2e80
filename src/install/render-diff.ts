// Renders a unified diff. Not for hooks, because it loads a library.
import { structuredPatch } from "diff";
import type { Style } from "../text/wrap.ts";
import { parseBody } from "./settings-value.ts";

const CONTEXT_LINES = 3;

/** Lines to print; empty when nothing changes. `before` and `after` are null when there is no file. */
export function renderDiff(
  path: string,
  before: string | null,
  after: string | null,
  style: Omit<Style, "yellow">,
): string[] {
  if (before === after) return [];
  const isSpread = isLongLine(before) || isLongLine(after);
  const show = (text: string | null) =>
    isSpread && text !== null ? `${JSON.stringify(parseBody(text), null, 2)}\n` : (text ?? "");
  const paint: Record<string, (text: string) => string> = { "+": style.green, "-": style.red };
  const { hunks } = structuredPatch("", "", endLine(show(before)), endLine(show(after)), "", "", {
    context: CONTEXT_LINES,
  });
  return [
    style.bold(`--- ${before === null ? "/dev/null" : path}`),
    style.bold(`+++ ${after === null ? "/dev/null" : path}`),
    ...(isSpread ? [style.dim("(the file is one line and stays one; shown here with line breaks)")] : []),
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      style.cyan(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`),
      // A carriage return makes lines differ but is not printed.
      ...lines.map((line) => (paint[line.charAt(0)] ?? style.dim)(line.replace(/\r$/, ""))),
    ]),
  ];
}

function isLongLine(text: string | null): boolean {
  return text !== null && text.length > 200 && !text.trim().includes("\n");
}

/** A missing last newline is not shown as a change. */
function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Like `diff -u`, where an empty range names the line before it. */
function range(start: number, count: number): string {
  if (count === 1) return `${start}`;
  return `${count === 0 ? start - 1 : start},${count}`;
}
